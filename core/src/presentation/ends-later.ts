/** Where the end of what continues after the call is seen. Paths name members of an answer: `import` or `turn.id`. */
export interface EndsLater {
  /** What continues, such as `import`. */
  readonly what: string;
  /** The query that shows it. */
  readonly query: string;
  /**
   * The required fields of the query, in their order, and the members of this answer that are their values. If the answer
   * does not have one of them, or it is empty, nothing continues.
   */
  readonly input: Readonly<Record<string, string>>;
  /** The member of the query's answer that holds the state. */
  readonly state: string;
  /** The states in which it has ended well, and those in which it has not. All others are intermediate. */
  readonly good: readonly string[];
  readonly bad?: readonly string[];
  /** The member of the query's answer that says why it is in its state. */
  readonly reason?: string;
}
