import { describe, expect } from 'vitest';
import { refusalOf } from '../refusal.js';
import { corpusTest, read } from '../../../contract/schema/corpora.js';
import { fakeNetwork, vetByTable } from './fake-network.js';

interface Payload {
  readonly url: string;
  /** How the standard reads it; null for what is no URL. */
  readonly whatwg: {
    readonly protocol: string;
    readonly hostname: string;
    readonly port: string;
    readonly credentials: boolean;
  } | null;
}

/** A name with a dot, asked at a usual port, without user info. */
const isHarmless = (url: Payload['whatwg']): boolean =>
  url !== null &&
  /^https?:$/.test(url.protocol) &&
  !url.credentials &&
  ['', '80', '443'].includes(url.port) &&
  /[.].*[a-z]$/.test(url.hostname);

const payloads = (): readonly Payload[] => [
  ...(read('ssrf/published_payloads.json') as Payload[]),
  ...(read('ssrf/encoded_hosts.json') as Payload[]),
];

const PUBLIC = '93.184.216.34';
/** What leads on, by the list; the last two carry a place that leads nowhere. */
const REDIRECTS = [300, 301, 302, 303, 305, 307, 308, 332, 200, 201];
const PRIVATE = ['127.0.0.1', '::1', '::ffff:169.254.169.254', '100.64.0.1'];

describe('the web client', () => {
  corpusTest(
    'ssrf',
    'bar-11, G04, S3-119: whatever private address names stand for, no spelling of a URL connects',
    async () => {
      const urls = payloads();
      for (const address of PRIVATE) {
        const { web, dialled } = fakeNetwork({ resolve: () => [address] });
        const read = await Promise.all(urls.map(({ url }) => refusalOf(web.get(url))));
        expect(read.filter((answer) => typeof answer !== 'string')).toEqual([]);
        expect(dialled).toEqual([]);
      }
      expect(urls.length).toBeGreaterThanOrEqual(547);
    },
  );

  corpusTest(
    'ssrf',
    'bar-11: where names stand for what they should, exactly the harmless URLs are asked',
    async () => {
      let asked = 0;
      for (const { url, whatwg } of payloads()) {
        const { web, dialled, looked } = fakeNetwork({ resolve: () => [PUBLIC] });
        await refusalOf(web.get(url));
        expect([url, looked]).toEqual([url, isHarmless(whatwg) ? [whatwg?.hostname] : []]);
        expect(dialled.map(({ address }) => address)).toEqual(looked.map(() => PUBLIC));
        asked += dialled.length;
      }
      expect(asked).toBeGreaterThan(0);
    },
  );

  corpusTest(
    'ssrf',
    'bar-11, G02, G03: no name of those published connects, at whichever of its answers',
    async () => {
      const names = read('ssrf/dns_names.json') as readonly {
        readonly name: string;
        readonly answers: readonly (string | readonly string[])[] | null;
      }[];
      for (const { name, answers } of names) {
        // In the order they come, and all at once; where none is known, the usual one.
        const turns = (answers ?? [['8.8.8.8'], ['169.254.169.254']]).map((turn) =>
          typeof turn === 'string' ? [turn] : turn,
        );
        const inTurn = fakeNetwork({ resolve: () => turns[inTurn.looked.length - 1] ?? [] });
        for (const _ of turns) await refusalOf(inTurn.web.get(`http://${name}/`));
        const atOnce = fakeNetwork({ resolve: () => turns.flat() });
        await refusalOf(atOnce.web.get(`http://${name}/`));
        const dialled = [...inTurn.addresses(), ...atOnce.addresses()];
        expect([name, dialled.filter((address) => !vetByTable([address]))]).toEqual([name, []]);
        expect([name, atOnce.dialled]).toEqual([name, []]);
      }
      expect(names.length).toBeGreaterThanOrEqual(18);
    },
  );

  for (const status of REDIRECTS)
    corpusTest(
      'ssrf',
      `bar-11, G01, S3-121: a first answer that leads on by ${status}, to any of them, connects to nobody`,
      async () => {
        let place = '';
        const { web, dialled, looked } = fakeNetwork({
          resolve: (name) => (name === 'first.example.org' ? [PUBLIC] : ['127.0.0.1']),
          answer: (_, response) => {
            const location = encodeURI(place);
            response.writeHead(status, {
              location,
              'content-location': location,
              'content-type': 'text/plain',
            });
            response.end();
          },
        });
        for (place of payloads().map(({ url }) => url))
          await refusalOf(web.get('http://first.example.org/'));
        expect(new Set(dialled.map(({ address }) => address))).toEqual(new Set([PUBLIC]));
        expect(new Set(looked)).toEqual(new Set(['first.example.org']));
      },
    );

  corpusTest('ssrf', 'bar-11: those are all the statuses of the list', () => {
    const list = read('ssrf/redirect_status_codes.json') as {
      readonly status_codes: readonly number[];
      readonly non_standard_code_with_location: number;
    };
    expect([...list.status_codes, list.non_standard_code_with_location, 200, 201]).toEqual(
      REDIRECTS,
    );
  });

  corpusTest(
    'ssrf',
    'bar-11, G04: no service of metadata is asked, by name or address',
    async () => {
      const { modules } = read('ssrf/ssrfmap_metadata_endpoints.json') as {
        readonly modules: Readonly<Record<string, { paths: string[]; hosts: string[] }>>;
      };
      const { web, dialled } = fakeNetwork({ resolve: () => [PUBLIC] });
      for (const { paths, hosts } of Object.values(modules))
        for (const host of hosts)
          for (const path of ['', ...paths])
            expect(['address_refused', 'name_refused']).toContain(
              await refusalOf(web.get(`http://${host}/${path.replace(/^\//, '')}`)),
            );
      expect(dialled).toEqual([]);
    },
  );
});
