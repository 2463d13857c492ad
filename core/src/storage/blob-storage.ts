import type { MaybePromise } from "./after.ts";

/**
 * Where large values lie: what is used of unstorage's `Storage`, which fits. Spelled out here, because the declarations
 * of unstorage lead to those of a dozen services that nobody has installed.
 */
export interface BlobStorage {
  getItemRaw(key: string): Promise<unknown>;
  setItemRaw(key: string, value: Uint8Array): Promise<void>;
  removeItem(key: string): Promise<void>;
  /** The keys below `base`, in full. */
  getKeys(base?: string): Promise<string[]>;
  /** Bytes, and when it was written, where the driver knows. */
  getMeta(key: string): MaybePromise<{ readonly size?: unknown; readonly mtime?: Date | undefined }>;
}
