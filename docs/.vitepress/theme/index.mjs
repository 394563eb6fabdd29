// The default theme without its fonts: the reader's own are used, and nothing is asked for.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
