import { describe, expect, it } from 'vitest';
import type { CapabilityRequest } from '../../src/grants/capability-request.js';
import type { DoorStore } from '../../src/store/door-store.js';
import { REQUEST_TRIALS } from '../../src/testing/store-trials-requests.js';
import { failing, pause, type Broken } from './store-broken.js';

const find = (store: DoorStore, id: string): CapabilityRequest | undefined =>
  store.findRequest(id) as CapabilityRequest | undefined;

/** Stores that are wrong about capability requests. */
const BROKEN: readonly Broken[] = [
  [
    'keeps the last line of a history alone',
    (store) => ({
      findRequest: (id) => {
        const request = find(store, id);
        return request && { ...request, history: request.history.slice(-1) };
      },
    }),
    'S3-239 a request is kept whole, with a history that only grows',
  ],
  [
    'loses what was said',
    (store) => ({
      decideRequest: (id, seen, answer) =>
        store.decideRequest(
          id,
          seen,
          answer.state === 'withdrawn' ? answer : (({ note: _note, ...rest }) => rest)(answer),
        ),
    }),
    'S3-239 a request is kept whole, with a history that only grows',
  ],
  [
    'opens the same as often as it is put',
    (store) => ({
      openRequest: async (wanted) => {
        const opened = await store.openRequest({ ...wanted, digest: wanted.id });
        return opened === 'too_many_requests' ? opened : { ...opened, digest: wanted.digest };
      },
    }),
    'of one digest a principal has one open request, however many ask',
  ],
  [
    'looks and opens in two steps',
    (store) => ({
      openRequest: async (wanted) => {
        const { principal } = wanted;
        const { length } = await store.listRequests({ principal, states: ['open'] });
        await pause();
        return length >= wanted.maxOpen
          ? 'too_many_requests'
          : store.openRequest({ ...wanted, maxOpen: 1_000 });
      },
    }),
    'S3-241 no principal has more open requests than allowed, however many ask at once',
  ],
  [
    'counts what was answered',
    (store) => ({
      openRequest: async (wanted) => {
        const { length } = await store.listRequests({ principal: wanted.principal });
        return length >= wanted.maxOpen ? 'too_many_requests' : store.openRequest(wanted);
      },
    }),
    'S3-241 no principal has more open requests than allowed, however many ask at once',
  ],
  [
    'looks and answers in two steps',
    (store) => ({
      decideRequest: async (id, seen, answer) => {
        const request = find(store, id);
        await pause();
        if (request?.state !== 'open' || request.digest !== seen)
          return { changed: false, request };
        return { ...(await store.decideRequest(id, seen, answer)), changed: true };
      },
    }),
    'S3-239 A45 of many who answer a request at once, one does; its grant is the one there is',
  ],
  [
    'gives a grant before it knows who answered',
    (store) => ({
      decideRequest: async (id, seen, answer) => {
        if (answer.state === 'granted') void store.addGrant({ ...answer.grant, id: `${id} too` });
        return store.decideRequest(id, seen, answer);
      },
    }),
    'S3-239 A45 of many who answer a request at once, one does; its grant is the one there is',
  ],
  [
    'answers whatever was seen',
    (store) => ({
      decideRequest: (id, _seen, answer) =>
        store.decideRequest(id, find(store, id)?.digest, answer),
    }),
    'A10 a request is answered only as it was seen',
  ],
  [
    'lists what was answered as what waits',
    (store) => ({
      listRequests: ({ states: _states, ...filter } = {}) => store.listRequests(filter),
    }),
    'A34 a request that was answered never waits again, while others still do',
  ],
  [
    'ends no request',
    (store) => ({
      openRequest: async (wanted) => {
        const opened = await store.openRequest({ ...wanted, ttlMs: 9 * wanted.ttlMs });
        return opened === 'too_many_requests'
          ? opened
          : { ...opened, expiresAt: opened.createdAt + wanted.ttlMs };
      },
    }),
    'a request ends when its time is over, and not before',
  ],
  [
    'gives a grant for what is over',
    (store) => ({
      decideRequest: async (id, seen, answer) => {
        const answered = await store.decideRequest(id, seen, answer);
        if (answered.request?.state === 'expired' && answer.state === 'granted')
          void store.addGrant(answer.grant);
        return answered;
      },
    }),
    'a request ends when its time is over, and not before',
  ],
  [
    'lists the requests of everybody to anybody',
    (store) => ({
      listRequests: ({ principal: _principal, ...filter } = {}) => store.listRequests(filter),
    }),
    'lists requests by principal and by state',
  ],
  [
    'hands out the requests that it keeps',
    (store) => {
      const kept = new Map<string, CapabilityRequest>();
      return {
        openRequest: async (wanted) => {
          const request = structuredClone(await store.openRequest(wanted));
          if (request !== 'too_many_requests') kept.set(request.id, request);
          return request;
        },
        findRequest: (id) => kept.get(id),
      };
    },
    'nothing that was handed in or out changes a request that is kept',
  ],
];

describe('the trials of capability requests', () => {
  it.each(BROKEN)('find a store that %s', async (_, broken, title) => {
    expect(await failing(broken)).toContain(title);
  });

  it('are each failed by a store that is broken for it', () => {
    const found = new Set(BROKEN.map(([, , title]) => title));
    expect(REQUEST_TRIALS.map(({ title }) => title).filter((title) => !found.has(title))).toEqual(
      [],
    );
  });
});
