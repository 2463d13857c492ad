/** Where a value is found: in a field of the input, or in the answer of a query. */
export type Source =
  | string
  | {
      readonly query: string;
      /** Fields of the query that have the value of a field of this operation, such as `{ calendar: "calendar" }`. */
      readonly from: Readonly<Record<string, string>>;
      /** The path of the member, such as `calendar.timezone`. */
      readonly member: string;
    };

/** How people write a time. Of several sources the first that has a value is used. */
export interface LocalTime {
  /** The time zone; that of the person's computer if no source has one. */
  readonly zone?: readonly Source[];
  /** What a day without a time means: its first minute or its last. By default a date, if the field accepts dates. */
  readonly day?: "start" | "end";
  /** A time without a day is the next one after this time. */
  readonly after?: readonly Source[];
  /** A time without a day is on the day of this time. */
  readonly on?: readonly Source[];
  /** A day without a year, and a time without a day, are the last ones and not the next. */
  readonly past?: true;
}
