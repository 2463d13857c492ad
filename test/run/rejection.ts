import { expect } from "vitest";

/** The error with which the work fails. It is an error of the test if the work succeeds. */
export const rejection = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail("It did not fail"),
    (error: Error) => error,
  );
