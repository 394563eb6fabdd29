import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { writeReference } from '../tools/reference.mjs';

const docs = join(import.meta.dirname, '..');

export default async () => {
  await writeReference();
  return defineConfig({
    title: 'Sovereign SDK',
    description: 'Capabilities an assistant may use, and the door every use goes through.',
    lang: 'en',
    srcExclude: ['tools/**', 'node_modules/**'],
    cleanUrls: true,
    // A link that leads nowhere fails the build.
    ignoreDeadLinks: false,
    head: [
      ['meta', { name: 'color-scheme', content: 'light dark' }],
      // The browser would ask for a picture that is not there.
      ['link', { rel: 'icon', href: 'data:,' }],
    ],
    markdown: {
      // Colours with enough contrast in both themes.
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    },
    themeConfig: {
      search: { provider: 'local' },
      outline: [2, 3],
      externalLinkIcon: true,
      docFooter: { prev: 'Before', next: 'Next' },
      nav: [
        { text: 'Guides', link: '/guides/first-capability', activeMatch: '/guides/' },
        { text: 'Reference', link: '/reference/codes', activeMatch: '/reference/' },
        { text: 'Decisions', link: '/decisions/', activeMatch: '/decisions/' },
      ],
      sidebar: {
        '/decisions/': [
          {
            text: 'Decisions',
            items: [{ text: 'All decisions', link: '/decisions/' }, ...decisions()],
          },
        ],
        '/': [
          {
            text: 'Guides',
            items: [
              { text: 'The first capability', link: '/guides/first-capability' },
              { text: 'The contract', link: '/guides/contract' },
              { text: 'Confirmation', link: '/guides/confirmation' },
              { text: 'The executor', link: '/guides/executor' },
              { text: 'Policy', link: '/guides/policy' },
              { text: 'Grants', link: '/guides/grants' },
              { text: 'Powers', link: '/guides/powers' },
              { text: 'Isolation', link: '/guides/isolation' },
              { text: 'The audit', link: '/guides/audit' },
              { text: 'Testing', link: '/guides/testing' },
              { text: 'Embedding', link: '/guides/embedding' },
              { text: 'Operating', link: '/guides/operating' },
              { text: 'Data map', link: '/guides/data-map' },
              { text: 'Threat model', link: '/guides/threat-model' },
              { text: 'Glossary', link: '/guides/glossary' },
            ],
          },
          {
            text: 'Reference',
            items: [
              { text: 'Rejection codes', link: '/reference/codes' },
              { text: 'Exit codes', link: '/reference/exit-codes' },
              { text: 'capabilities', link: '/reference/api/capabilities' },
              { text: 'capabilities/node', link: '/reference/api/capabilities-node' },
              { text: 'capabilities/testing', link: '/reference/api/capabilities-testing' },
              {
                text: 'capabilities/testing/arbitraries',
                link: '/reference/api/capabilities-testing-arbitraries',
              },
              { text: 'adapter-sql', link: '/reference/api/adapter-sql' },
              { text: 'host', link: '/reference/api/host' },
            ],
          },
          {
            text: 'More',
            items: [
              { text: 'Decisions', link: '/decisions/' },
              { text: 'Device report: template', link: '/research/device-report-template' },
            ],
          },
        ],
      },
    },
    // The site is not a program of this repository: it has a budget of its own.
    vite: { logLevel: 'warn', build: { chunkSizeWarningLimit: 2_000 } },
  });
};

/** Every decision, by its number and title. */
function decisions() {
  return readdirSync(join(docs, 'decisions'))
    .filter((file) => /^\d{4}-.*[.]md$/.test(file))
    .sort()
    .map((file) => {
      const [, title] = /^# (.*)$/m.exec(readFileSync(join(docs, 'decisions', file), 'utf8')) ?? [];
      return { text: title ?? file, link: `/decisions/${file.replace('.md', '')}` };
    });
}
