import type { Config } from "../config-schemas.ts";

/** A value as it is stored, or why the given value is invalid. */
export type Reading = { readonly value: unknown } | { readonly fault: string };

export const valid = (value: unknown): Reading => ({ value });
export const invalid = (fault: string): Reading => ({ fault });

/** How values of a type are given, stored, shown and formatted as text. */
export interface ValueType {
  /** The settings that a configuration of this type may have. */
  readonly settings: readonly (keyof Config)[];
  /** The configuration as it is stored, or why it is invalid. */
  configure?(config: Config): Config | { fault: string; path: string };
  /** Reads a JSON value. */
  read(given: unknown, config: Config): Reading;
  /** Reads text, from a file or from a property that had another type. */
  parse(text: string, config: Config): Reading;
  /** The value in answers. */
  show(value: unknown, config: Config): unknown;
  /** The value as text that `parse` reads back. */
  write(value: unknown, config: Config): string;
}
