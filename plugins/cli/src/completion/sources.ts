import type { Reference } from "@postern/core/presentation";
import type { Argument, Option } from "commander";
import type { Flag } from "../flags.ts";

/** Where the values of an option or an argument come from, apart from its choices. */
export interface Source {
  /** The field of the operation. */
  readonly field?: string;
  /** The list whose items are suggested by name or id. */
  readonly reference?: Reference;
  /** Whether a value is a path. */
  readonly isFile?: boolean;
  readonly choices?: readonly string[];
}

/** The source of a field's values. */
export const sourceFrom = ({ field, reference, choices, isFolder, kind }: Flag): Source => ({
  field,
  ...(reference && { reference }),
  ...(choices && { choices }),
  isFile: isFolder || kind === "secret",
});

const sources = new WeakMap<Option | Argument, Source>();

/** Declares the source of an option's or argument's values. */
export function suggestFrom<T extends Option | Argument>(of: T, source: Source): T {
  sources.set(of, source);
  return of;
}

export const sourceOf = (of: Option | Argument): Source => sources.get(of) ?? {};
