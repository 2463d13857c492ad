import type { MaybePromise } from "../after.ts";

/**
 * What a store asks of a plain key-value driver: the contract of unstorage's drivers, of which every one fits. Spelled
 * out here, because the declarations of unstorage lead to those of a dozen services that nobody has installed.
 */
export interface PlainDriver {
  readonly name?: string;
  hasItem(key: string, options: PlainOptions): MaybePromise<boolean>;
  /** The text that was written; null where there is none. A driver may answer what it reads as JSON in it. */
  getItem(key: string, options?: PlainOptions): unknown;
  /** Absent where nothing can be written. */
  setItem?(key: string, value: string, options: PlainOptions): MaybePromise<void>;
  removeItem?(key: string, options: PlainOptions): MaybePromise<void>;
  getKeys(base: string, options: PlainOptions): MaybePromise<string[]>;
  dispose?(): MaybePromise<void>;
  // What no store asks for; named, so that whoever writes a driver as a `StoreDriver` may have it.
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
