import { PosternError } from "@postern/client";

/**
 * Whether the gateway does not accept the key any more. The status alone does not say so: an operation can answer 401 for
 * a key of another system.
 */
export const isRefusedKey = (error: unknown): boolean =>
  error instanceof PosternError && error.is("gateway.unauthenticated");
