/** One parser of text that others wrote, and how to make its life hard. */
export interface Parser<Input = never> {
  readonly name: string;
  /** Something of about this many characters or members is made. */
  readonly size: number;
  /** Whether it works in a thread that is ended when it takes too long: then only what it holds up here counts. */
  readonly isApart?: true;
  make(size: number): Input;
  run(input: Input): unknown;
}

/** Lets `run` take what `make` makes. */
export const parser = <Input>(
  name: string,
  size: number,
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): Parser => ({ name, size, make, run }) as unknown as Parser;

/** Whatever a parser throws is an answer as good as any: here only the time counts. */
export const refusing =
  <Input>(run: (input: Input) => unknown) =>
  async (input: Input): Promise<void> => {
    try {
      await run(input);
    } catch {}
  };
