import {
  IsDate,
  IsDateTime,
  IsDuration,
  IsEmail,
  IsHostname,
  IsIPv4,
  IsIPv6,
  IsJsonPointer,
  IsRelativeJsonPointer,
  IsTime,
  IsUuid,
} from 'typebox/format';
import { isHttpUrl } from './http-url.js';
import { isSafePath } from './safe-path.js';

/**
 * Every format a schema may name, and what it means. INVARIANT: each decides in linear time.
 *
 * The functions are taken one by one, never from TypeBox's registry: that is shared by a whole
 * process, and anybody may change what a name in it means.
 */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', IsDate],
  ['date-time', IsDateTime],
  ['duration', IsDuration],
  ['email', IsEmail],
  ['hostname', IsHostname],
  ['http-url', isHttpUrl],
  ['ipv4', IsIPv4],
  ['ipv6', IsIPv6],
  ['json-pointer', IsJsonPointer],
  ['relative-json-pointer', IsRelativeJsonPointer],
  ['safe-path', isSafePath],
  ['time', (text: string) => IsTime(text)],
  ['uri', isHttpUrl],
  ['uuid', IsUuid],
]);

/** What to write instead of a format that is not checked here. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['url', 'write `http-url`'],
  ['iri', 'write `http-url`'],
  ['uri-reference', 'write `http-url` or `safe-path`'],
  ['iri-reference', 'write `http-url` or `safe-path`'],
  ['idn-hostname', 'write `hostname`'],
  ['idn-email', 'write `email`'],
]);

/** Finds what a format means; undefined for one that is not checked. */
export function findFormat(name: string): ((text: string) => boolean) | undefined {
  return FORMATS.get(name);
}

/** Says what to write instead of a format that is not checked. */
export function formatRemedy(name: string): string {
  return REMEDIES.get(name) ?? `write one of ${[...FORMATS.keys()].join(', ')}`;
}
