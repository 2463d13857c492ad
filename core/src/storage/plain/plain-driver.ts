import type { MaybePromise } from "../after.ts";

/**
 * The contract of a plain key-value driver, which every driver of unstorage fulfills. Declared here because unstorage's
 * own declarations import those of a dozen services that are not installed.
 */
export interface PlainDriver {
  readonly name?: string;
  hasItem(key: string, options: PlainOptions): MaybePromise<boolean>;
  /** The text that was written, or null. A driver may return it parsed as JSON. */
  getItem(key: string, options?: PlainOptions): unknown;
  /** Absent if the driver is read-only. */
  setItem?(key: string, value: string, options: PlainOptions): MaybePromise<void>;
  removeItem?(key: string, options: PlainOptions): MaybePromise<void>;
  getKeys(base: string, options: PlainOptions): MaybePromise<string[]>;
  dispose?(): MaybePromise<void>;
  // Not used, but declared, so that a driver written as a `StoreDriver` can have them.
  readonly flags?: unknown;
  readonly options?: unknown;
  readonly getInstance?: unknown;
  readonly clear?: unknown;
  readonly watch?: unknown;
  readonly getMeta?: unknown;
  readonly getItems?: unknown;
  readonly setItems?: unknown;
  readonly getItemRaw?: unknown;
  readonly setItemRaw?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: drivers take options of their own kind; a store gives none
type PlainOptions = any;
