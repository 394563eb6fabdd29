import { describe, expect, test } from 'vitest';
import { isHttpUrl } from '../../../src/contract/schema/http-url.js';
import { accept } from './accepting.js';

describe('an http-url', () => {
  test.each([
    'http://example.org',
    'https://example.org/',
    'HTTPS://EXAMPLE.org:8443/a/b?c=d#e',
    'http://127.0.0.1:8080/x',
    'http://[::1]/x',
    'https://xn--bcher-kva.example/%C3%A4?q=%C3%B6',
    'https://example.org/@user/x:y',
    'https://example.org/?next=http://a@b',
    'https://example.org#@x',
  ])('is %s', (url) => {
    expect(isHttpUrl(url)).toBe(true);
  });

  test.each([
    ['another scheme: a file', 'file:///etc/passwd'],
    ['another scheme: data', 'data:text/html,<script>1</script>'],
    ['another scheme: a script', 'javascript:alert(1)'],
    ['another scheme: a script that looks like a host', 'javascript://example.org/%0aalert(1)'],
    ['another scheme: ftp', 'ftp://example.org/x'],
    ['another scheme: gopher', 'gopher://example.org/'],
    ['another scheme: ws', 'ws://example.org/'],
    ['another scheme that begins alike', 'httpx://example.org'],
    ['another scheme around it', 'view-source:http://example.org'],
    ['user info', 'http://user:secret@example.org/'],
    ['user info that is empty', 'http://@example.org/'],
    ['user info that looks like a host', 'http://example.org@evil.test/'],
    ['user info behind a back-slash', 'http://example.org\\@evil.test/'],
    ['user info, encoded', 'http://example.org%40evil.test@other.test/'],
    ['no host', 'http://'],
    ['no host but a path', 'http:///etc/passwd'],
    ['no host but a port', 'http://:80/'],
    ['no slashes', 'http:example.org'],
    ['one slash', 'http:/example.org'],
    ['three slashes', 'http:///example.org'],
    ['back-slashes', 'http:\\\\example.org'],
    ['no scheme', '//example.org/x'],
    ['a relative path', '/x'],
    ['white space before', ' http://example.org'],
    ['white space after', 'http://example.org '],
    ['white space within', 'http://example.org/a b'],
    ['a tab in the scheme', 'ht\ttp://example.org'],
    ['a line end in the host', 'http://exam\nple.org'],
    ['a control character', 'http://example.org/\u0000'],
    ['a line separator', 'http://example.org/\u2028'],
    ['half a character', 'http://example.org/\ud800'],
    ['a port that is none', 'http://example.org:99999/'],
    ['a host that is none', 'http://exa<mple.org/'],
    ['an address that is none', 'http://[::1'],
    ['characters beyond ASCII, which look like others', 'http://ex\u0430mple.org/'],
    ['quotes', 'http://example.org/"x"'],
    ['a percent sign that encodes nothing', 'http://example.org/%zz'],
    ['nothing', ''],
  ])('S3-174 is refused for %s: %j', (_, url) => {
    expect(isHttpUrl(url)).toBe(false);
  });

  test('S3-174 is what a schema asks for by `http-url`, and by `uri`', () => {
    for (const format of ['http-url', 'uri']) {
      const { check } = accept({ type: 'string', format });
      expect([check('https://example.org/'), check('ftp://example.org/')]).toEqual([true, false]);
    }
  });
});
