/** The version of the kernel; the package's own, which a test compares. */
export const CORE_VERSION = "1.0.0";
