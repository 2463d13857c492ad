/**
 * How a value is shown to a person: `id` shortened, `actor` by name, `time` as local date and time, `ago` relative to now, `status` with
 * its color, `size` of bytes, `duration` of milliseconds, `text` cut at the width of the terminal, `members` as a column
 * for each member of the object, `plain` as it is.
 */
export type Renderer = "id" | "actor" | "time" | "ago" | "status" | "size" | "duration" | "text" | "members" | "plain";

/** A column of a list. */
export interface Column {
  readonly member: string;
  readonly renderer: Renderer;
  /** In a narrow terminal columns with a higher number are left out first; those with 0 are always shown. */
  readonly priority: number;
}
