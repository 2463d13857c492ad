/** The version of the kernel. A test compares it with package.json. */
export const CORE_VERSION = "1.0.0";
