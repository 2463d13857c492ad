/** Why nobody was asked, or nobody answered. `isFinal`: trying again would be wrong. */
export class Unreachable extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}
