/** The most network interfaces one answer names, and addresses of each. */
export const MAX_INTERFACES = 32;
export const MAX_ADDRESSES = 16;

/** The longest name, model or summary, in characters. */
export const MAX_TEXT = 128;
