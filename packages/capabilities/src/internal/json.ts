/** A value that JSON can carry, as the door keeps it: frozen through and through. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object, frozen through and through. */
export type JsonObject = { readonly [key: string]: Json };
