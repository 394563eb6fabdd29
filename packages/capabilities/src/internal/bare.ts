/** The prototypes of all bare classes. */
const prototypes = new WeakSet<object>();

/**
 * Makes a class whose objects inherit nothing: there is nothing on their prototype, and nothing can
 * be put there.
 *
 * They are as quick to read as any. An object that has no prototype at all is a dictionary to the
 * engine, and each property that is read of it is looked up.
 */
export function bareClass<Value>(): new () => Record<string, Value> {
  const prototype: object = Object.freeze(Object.create(null));
  prototypes.add(prototype);
  const Bare = function Bare() {} as unknown as new () => Record<string, Value>;
  (Bare as { prototype: unknown }).prototype = prototype;
  return Bare;
}

/** Tells whether a prototype is that of a bare class. */
export function isBare(prototype: object): boolean {
  return prototypes.has(prototype);
}
