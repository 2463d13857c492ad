/** State shared by the operations and workers of one gateway. */
export interface State {
  /** Number of accounts that this gateway synchronizes now. */
  pulls(): number;
}

export const createState = (): State => ({ pulls: () => 0 });
