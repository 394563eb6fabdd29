const LANGUAGE = `
    globalThis Infinity NaN undefined eval isFinite isNaN parseFloat parseInt decodeURI
    decodeURIComponent encodeURI encodeURIComponent escape unescape AggregateError Array
    ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean
    DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array
    Float32Array Float64Array Function Int8Array Int16Array Int32Array Intl Iterator JSON Map
    Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set
    SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError Uint8Array
    Uint8ClampedArray Uint16Array Uint32Array URIError WeakMap WeakRef WeakSet`;
const PLATFORM = `
    AbortController AbortSignal DOMException Event EventTarget TextDecoder TextEncoder URL
    URLSearchParams atob btoa queueMicrotask structuredClone`;

/**
 * What a handler finds around it: the language itself, and of the platform what computes. Whatever
 * is not named here is gone before a handler is loaded, also what later versions of a runtime add.
 */
const KEPT: ReadonlySet<string> = new Set(`${LANGUAGE} ${PLATFORM}`.trim().split(/\s+/));

/**
 * Turns a realm into one that holds no way out and nothing that can be changed.
 *
 * For good: what one invocation does to the things that all share, it cannot do.
 */
export function confine(
  realm: typeof globalThis,
  replacements: Readonly<Record<string, unknown>>,
): void {
  for (const key of Reflect.ownKeys(realm))
    if (typeof key === 'string' && !KEPT.has(key)) Reflect.deleteProperty(realm, key);
  for (const [key, value] of Object.entries(replacements))
    Reflect.defineProperty(realm, key, { value, configurable: true, writable: true });
  freezeAll(realm);
}

/** Freezes a thing and all that can be reached from it by what it shows, prototypes too. */
function freezeAll(from: object): void {
  const seen = new Set<object>();
  const open: unknown[] = [from];
  while (open.length > 0) {
    const one = open.pop();
    if ((typeof one !== 'object' && typeof one !== 'function') || one === null || seen.has(one))
      continue;
    seen.add(one);
    open.push(Reflect.getPrototypeOf(one));
    for (const key of Reflect.ownKeys(one)) {
      const shown = Reflect.getOwnPropertyDescriptor(one, key);
      open.push(shown?.value, shown?.get, shown?.set);
    }
    Object.freeze(one);
  }
}
