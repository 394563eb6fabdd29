import { expect, it } from 'vitest';
import { sectionOf } from '../../src/device/settings.js';

it('settings › a section that is there, and nothing inherited', () => {
  const web = { search: true, fetch: false };
  expect(sectionOf({ web }, 'web')).toBe(web);
  for (const settings of [undefined, null, 'web', {}, Object.create({ web })])
    expect(sectionOf(settings, 'web')).toBe(undefined);
});
