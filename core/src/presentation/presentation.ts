import type { TSchema } from "@sinclair/typebox";
import type { Column } from "./column.ts";
import type { EndsLater } from "./ends-later.ts";
import type { LocalTime } from "./local-time.ts";
import type { Reference } from "./reference.ts";
import type { View } from "./view.ts";

/** How surfaces for people accept the value of a field, or show a member of an answer. It limits no value. */
export interface Presentation {
  /** What a field refers to: a name, or the beginning of an id, is accepted in place of its value. */
  readonly ref?: Reference;
  /** A field that is a point in time: local times are accepted. */
  readonly time?: LocalTime;
  /** What is sent for a required field that is not given: a random id, or the caller's name as an id. */
  readonly default?: "random" | "caller";
  /** A field that names a folder of the caller's computer. */
  readonly folder?: true;
  /** The operation that uploads a long document, or the files of a folder, in parts. */
  readonly upload?: string;
  /** A member that only programs need. */
  readonly hidden?: true;
  /** A new key of the caller, if the member of the answer with this name is true. It replaces the key that was saved. */
  readonly ownKey?: string;
  /** The columns of a list. */
  readonly columns?: readonly Column[];
  /** How an answer is shown as a whole. */
  readonly view?: View;
  /** Where the end of what a command starts is seen. */
  readonly wait?: EndsLater;
}

/** The kernel registers the same keyword in `define/validate.ts`: it imports no room outside its own. */
const KEYWORD = "x-presentation";
const NONE: Presentation = {};

/** The same schema, with these hints beside those that it has. */
export const present = <S extends TSchema>(schema: S, hints: Presentation): S => ({
  ...schema,
  [KEYWORD]: { ...presentationOf(schema), ...hints },
});

/** The hints of a schema; none if it has none, or if there is no schema. */
export const presentationOf = (schema: object | undefined): Presentation =>
  (schema as { readonly [KEYWORD]?: Presentation } | undefined)?.[KEYWORD] ?? NONE;

/** The same schema without hints: what it describes for programs. */
export function withoutPresentation<S extends object>(schema: S): Omit<S, typeof KEYWORD> {
  const { [KEYWORD]: _, ...rest } = schema as S & { readonly [KEYWORD]?: Presentation };
  return rest;
}
