/**
 * Options of `fc.assert` for a slow property in a test with this timeout in milliseconds: fast-check stops shrinking in
 * time to report the failure, which the test's timeout would hide.
 */
export const shrinkWithin = (timeout: number) =>
  ({ interruptAfterTimeLimit: timeout * 0.75, markInterruptAsFailure: true }) as const;
