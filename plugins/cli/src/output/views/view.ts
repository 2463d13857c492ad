import type { OperationEntry } from "@postern/core";
import type { View } from "@postern/core/paging";
import type { Display } from "../display.ts";
import { boardItems, boardText } from "./board.ts";

export type Thing = Readonly<Record<string, unknown>>;

/** The view that an operation declares for its answer. */
export const viewOf = ({ output }: Pick<OperationEntry, "output">): View | undefined =>
  (output as { readonly "x-view"?: View })["x-view"];

/** An answer as its view shows it; undefined if the view is of a newer release. */
export function viewText(answer: Thing, view: View, display: Display): string | undefined {
  switch (view.kind) {
    case "board":
      return boardText(answer, view, display);
    default:
      return undefined;
  }
}

/** The things that an answer with a view lists, for formats with one line for each. */
export function viewItems(answer: Thing, view: View): readonly Thing[] | undefined {
  switch (view.kind) {
    case "board":
      return boardItems(answer, view);
    default:
      return undefined;
  }
}
