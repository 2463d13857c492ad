import type { MaybePromise } from "../after.ts";

/**
 * The contract of a plain key-value driver, which every driver of unstorage fulfills. Declared here because unstorage's
 * own declarations import those of a dozen services that are not installed.
 */
export interface PlainDriver {
  readonly name?: string;
  hasItem?(key: string, options: PlainOptions): MaybePromise<boolean>;
  /** The text that was written, or null. A driver may return it parsed as JSON. */
  getItem(key: string, options?: PlainOptions): unknown;
  /** Absent if the driver is read-only. */
  setItem?(key: string, value: string, options: PlainOptions): MaybePromise<void>;
  removeItem?(key: string, options: PlainOptions): MaybePromise<void>;
  /** Required, except for a driver that brings `range`. */
  getKeys?(base: string, options: PlainOptions): MaybePromise<string[]>;
  dispose?(): MaybePromise<void>;
  readonly clear?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: drivers take options of their own kind; a store gives none
type PlainOptions = any;
