/**
 * Source files without a test of their own, and why: the path, and one sentence that names where
 * the file is tested instead.
 */
export const UNMIRRORED = {};
