/** Limits of profiles and catalogs, which are read on every call. */
export const MOST_PROFILES = 1_000;
export const MOST_FILES = 32;
/** Bytes. */
export const MOST_MANIFEST = 64 * 1024;
export const MOST_TEMPLATE = 256 * 1024;
/** UTF-16 code units of all rendered templates together: a short template may repeat a long text. */
export const MOST_RENDERED = 4 * 2 ** 20;
export const MOST_DIAGNOSTICS = 1_000;
