/** Limits of profiles and catalogs, which are read on every call. */
export const MAX_PROFILES = 1_000;
export const MAX_FILES = 32;
/** Bytes. */
export const MAX_MANIFEST = 64 * 1024;
export const MAX_TEMPLATE = 256 * 1024;
/** UTF-16 code units of all rendered templates together: a short template may repeat a long text. */
export const MAX_RENDERED = 4 * 2 ** 20;
export const MAX_DIAGNOSTICS = 1_000;
