/** What the operations and workers of one gateway share. */
export interface State {
  /** The runs that this process performs, by id, to abort those that are canceled. */
  readonly running: Map<string, AbortController>;
}

export const createState = (): State => ({ running: new Map() });
