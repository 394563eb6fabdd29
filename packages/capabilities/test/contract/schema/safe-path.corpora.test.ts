import { describe, expect } from 'vitest';
import { isHttpUrl } from '../../../src/contract/schema/http-url.js';
import { isSafePath } from '../../../src/contract/schema/safe-path.js';
import { corpusTest, read } from './corpora.js';

describe('path traversal', () => {
  corpusTest(
    'injection-strings',
    'S3-175: no string of the corpus is a safe-path, but the one that leads nowhere',
    () => {
      for (const file of ['traversal_basic', 'lfi_nullbyte']) {
        const strings = read(`injection-strings/${file}.json`) as readonly string[];
        expect(strings.filter(isSafePath)).toEqual(file === 'traversal_basic' ? ['.htaccess'] : []);
        expect(strings.filter(isHttpUrl)).toEqual([]);
      }
    },
  );
});
