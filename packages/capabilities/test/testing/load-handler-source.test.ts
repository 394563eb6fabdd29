import { expect, it } from 'vitest';
import { loadHandlerSource } from '../../src/testing/load-handler-source.js';

it('load handler source › takes the source that stands where the built file will', async () => {
  const module = await loadHandlerSource(new URL('../../src/internal/utf8.js', import.meta.url));
  expect(module).toHaveProperty('utf8Bytes');
});
