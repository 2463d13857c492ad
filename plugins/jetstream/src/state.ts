/** State shared by the operations and workers of one gateway. */
export interface State {
  /** Number of bridges and consumers that this gateway runs. */
  held(): number;
}

export const createState = (): State => ({ held: () => 0 });
