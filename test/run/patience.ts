/**
 * For properties that start gateways, in a test of so many milliseconds: the search for a smaller counterexample ends
 * before the test's time does, which would otherwise run out and tell nothing of what failed.
 */
export const patience = (timeout: number) =>
  ({ interruptAfterTimeLimit: timeout * 0.75, markInterruptAsFailure: true }) as const;
