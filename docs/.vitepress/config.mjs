import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'Sovereign SDK',
  description: 'Capabilities an assistant may use, and the door every use goes through.',
  srcExclude: ['tools/**', 'node_modules/**'],
  cleanUrls: true,
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  vite: { logLevel: 'warn' },
});
