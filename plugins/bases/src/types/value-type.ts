import type { Config } from "../config-schemas.ts";

/** A value as it is kept, or what is wrong with what was given. */
export type Reading = { readonly value: unknown } | { readonly fault: string };

export const is = (value: unknown): Reading => ({ value });
export const isNot = (fault: string): Reading => ({ fault });

/** What values of one type are: how they are given, kept, told and written as text. */
export interface ValueType {
  /** Which members its configuration may have. */
  readonly settings: readonly (keyof Config)[];
  /** The configuration as it is kept; throws nothing: what is wrong comes back as text. */
  configure?(config: Config): Config | { fault: string; path: string };
  /** What was given, as JSON. */
  read(given: unknown, config: Config): Reading;
  /** The same, from text: of a file, or of a property that had another type. */
  parse(text: string, config: Config): Reading;
  /** What callers see. */
  show(value: unknown, config: Config): unknown;
  /** As text, such that `parse` reads it back. */
  write(value: unknown, config: Config): string;
}
