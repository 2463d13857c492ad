import type { Renderer } from "./column.ts";

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

/** One screen that says whether something works. Its lists may be empty. */
export interface StatusView<Member extends string = string> {
  readonly kind: "status";
  /** The state, which is `ok` if nothing is wrong. */
  readonly status: Member;
  /** The next lines: a name, and the path of a member such as `store.driver`. */
  readonly facts: readonly { readonly name: string; readonly path: string; readonly renderer: Renderer }[];
  /** Plugins with `id`, `state` and `reason`; those that are `running` are only counted. */
  readonly plugins: Member;
  /** Queues with `name`, `waiting`, `running`, `dead` and `trouble`; those with nothing waiting, dead or stuck are only counted. */
  readonly queues: Member;
  /** Parts with a `name` and `items`, each with `name`, `value` and `detail`. */
  readonly checks: Member;
  /** The last errors with `source`, `at` and `message`. */
  readonly errors: Member;
  /** Problems with `severity`, `message` and `fix`, a command. A problem of severity `error` means that something fails. */
  readonly problems: Member;
}

/** How surfaces for people show an answer as a whole. */
export type View<Member extends string = string> = BoardView<Member> | DaysView<Member> | StatusView<Member>;
