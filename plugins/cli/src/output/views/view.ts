import type { OperationEntry } from "@postern/core";
import { presentationOf, type View } from "@postern/core/presentation";
import type { Thing } from "../cell.ts";
import type { Display } from "../display.ts";
import { agendaText } from "./agenda.ts";
import { boardItems, boardText } from "./board.ts";
import { daysItems } from "./days.ts";
import { monthText } from "./month.ts";
import { statusText } from "./status.ts";
import { weekText } from "./week.ts";

type Kind = View["kind"];
type ViewOf<K extends Kind> = Extract<View, { readonly kind: K | Kind }> & { readonly kind: K };

interface Renderer<K extends Kind> {
  text(answer: Thing, view: ViewOf<K>, display: Display): string;
  /** What the answer lists, for formats with one line for each thing. */
  items?(answer: Thing, view: ViewOf<K>): readonly Thing[];
}

const RENDERERS: { readonly [K in Kind]: Renderer<K> } = {
  board: { text: boardText, items: boardItems },
  agenda: { text: agendaText, items: daysItems },
  week: { text: weekText, items: daysItems },
  month: { text: monthText, items: daysItems },
  status: { text: statusText },
};

/** The view of an answer, ready to show it. */
interface FoundView {
  text(display: Display): string;
  readonly items: readonly Thing[] | undefined;
}

/** The view that an operation declares for its answer; undefined if there is none, or one of a newer release. */
export function viewIn(answer: Thing, { output }: Pick<OperationEntry, "output">): FoundView | undefined {
  const { view } = presentationOf(output);
  const renderer = view && (RENDERERS[view.kind] as Renderer<Kind> | undefined);
  if (!renderer) return undefined;
  return {
    text: (display) => renderer.text(answer, view as never, display),
    items: renderer.items?.(answer, view as never),
  };
}
