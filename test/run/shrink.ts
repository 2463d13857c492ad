/** Milliseconds after which a test is taken for one that hangs: on a busy machine a command line alone may take seconds. */
export const TEST_LIMIT = 600_000;

/**
 * Options of `fc.assert` for a slow property: fast-check stops shrinking in time to report the failure, which the
 * limit of the test would hide.
 */
export const SHRINK_IN_TIME = { interruptAfterTimeLimit: TEST_LIMIT * 0.75, markInterruptAsFailure: true } as const;
