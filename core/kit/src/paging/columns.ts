import type { TArray, TObject } from "@sinclair/typebox";

/**
 * How a value is shown to a person: `id` shortened, `actor` by name, `time` as local date and time, `ago` relative to now, `status` with
 * its color, `size` of bytes, `duration` of milliseconds, `text` cut at the width of the terminal, `members` as a column
 * for each member of the object, `plain` as it is.
 */
export type Renderer = "id" | "actor" | "time" | "ago" | "status" | "size" | "duration" | "text" | "members" | "plain";

/** A column as surfaces read it from the schema of a list (`x-columns`). */
export interface Column {
  readonly member: string;
  readonly renderer: Renderer;
  /** In a narrow terminal columns with a higher number are left out first; those with 0 are always shown. */
  readonly priority: number;
}

/** The members that are shown as columns, in this order. `["ago", 1]` gives the priority, 0 by default. */
export type Columns<Item extends TObject> = {
  readonly [Member in keyof Item["properties"]]?: Renderer | readonly [Renderer, priority: number];
};

/** Declares the columns in which surfaces for people show a list. `--fields` uses the same names. */
export function withColumns<Item extends TObject>(list: TArray<Item>, columns: Columns<Item>): TArray<Item> {
  return { ...list, "x-columns": columnsOf(columns) };
}

const columnsOf = (columns: Columns<TObject>): Column[] =>
  Object.entries(columns).map(([member, shown = "plain"]) => {
    const [renderer, priority] = typeof shown === "string" ? [shown, 0] : shown;
    return { member, renderer, priority };
  });
