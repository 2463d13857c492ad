import { type Column, present, type Renderer } from "@postern/core/presentation";
import type { TArray, TObject } from "@sinclair/typebox";

/** The members that are shown as columns, in this order. `["ago", 1]` gives the priority, 0 by default. */
export type Columns<Item extends TObject> = {
  readonly [Member in keyof Item["properties"]]?: Renderer | readonly [Renderer, priority: number];
};

/** Declares the columns in which surfaces for people show a list. `--fields` uses the same names. */
export function withColumns<Item extends TObject>(list: TArray<Item>, columns: Columns<Item>): TArray<Item> {
  return present(list, { columns: columnsOf(columns) });
}

const columnsOf = (columns: Columns<TObject>): Column[] =>
  Object.entries(columns).map(([member, shown = "plain"]) => {
    const [renderer, priority] = typeof shown === "string" ? [shown, 0] : shown;
    return { member, renderer, priority };
  });
