import type { TObject } from "@sinclair/typebox";
import type { Renderer } from "./columns.ts";

/** Members of a thing and how their values are shown, in this order. */
type Shown<Member extends string = string> = { readonly [Name in Member]?: Renderer };

/** Columns side by side with their cards, such as tasks by status. */
export interface BoardView<Member extends string = string> {
  readonly kind: "board";
  /** The list of columns. */
  readonly columns: Member;
  /** Members of a column: its name, the number of all its cards, and the list of the cards to show. */
  readonly name: string;
  readonly total: string;
  readonly cards: string;
  /** Members of a card: its title, what is shown below it, and whether it is overdue, which marks its times. */
  readonly title: string;
  readonly details: Shown;
  readonly overdue?: string;
}

/** Days with their events: one below the other, seven side by side, or as the grid of a month. */
export interface DaysView<Member extends string = string> {
  readonly kind: "agenda" | "week" | "month";
  /** The list of days, without gaps; for a month in whole weeks. */
  readonly days: Member;
  /** The time zone of the days, today in it as `2026-11-24`, and for a month its name as `2026-11`. */
  readonly zone: Member;
  readonly today: Member;
  readonly month?: Member;
  /** Members of a day: its date as `2026-11-24`, the number of all its events, and the list of those to show. */
  readonly date: string;
  readonly total: string;
  readonly events: string;
  /**
   * Members of an event: its title, and the local times as `09:30` at which it starts and ends on this day. Without a
   * start it continues from the day before, without an end until the day after, without both it lasts all day.
   */
  readonly title: string;
  readonly start: string;
  readonly end: string;
  /** What an agenda shows behind the title. */
  readonly details: Shown;
}

/** How surfaces for people show an answer as a whole (`x-view`). */
export type View<Member extends string = string> = BoardView<Member> | DaysView<Member>;

/** Declares the view of an answer. Programs get the answer as it is. */
export const withView = <Output extends TObject>(
  output: Output,
  view: View<keyof Output["properties"] & string>,
): Output => ({ ...output, "x-view": view });
