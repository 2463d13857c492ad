/** What one profile may hold, and one catalog: enough for people, and little enough to read at each call. */
export const MOST_PROFILES = 1_000;
export const MOST_FILES = 32;
/** Bytes. */
export const MOST_MANIFEST = 64 * 1024;
export const MOST_TEMPLATE = 256 * 1024;
/** Of all rendered templates together, in UTF-16 units: a short template may name a long text often. */
export const MOST_RENDERED = 4 * 2 ** 20;
export const MOST_DIAGNOSTICS = 1_000;
