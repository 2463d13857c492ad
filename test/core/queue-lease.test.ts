import { isInForce, keepRenewed, LEASE, RENEW_EVERY } from "@postern/kit/queue";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

describe("a lease", () => {
  it("is in force until it ends, and not if it ends later than a new one would", () => {
    expect(isInForce({ until: 1 }, 0)).toBe(true);
    expect(isInForce({ until: LEASE }, 0)).toBe(true);
    expect(isInForce({ until: 1 }, 1)).toBe(false);
    expect(isInForce({ until: LEASE + 1 }, 0)).toBe(false);
  });
});

describe("a lease that is renewed", () => {
  const lost = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    lost.mockReset();
  });
  afterEach(() => void vi.useRealTimers());

  it("is kept while renewals succeed, and when one fails", async () => {
    const renew = vi.fn(async () => true).mockRejectedValueOnce(new Error("The store cannot be reached"));
    const stop = keepRenewed(renew, lost);
    await vi.advanceTimersByTimeAsync(10 * LEASE);
    expect(renew.mock.calls.length).toBe((10 * LEASE) / RENEW_EVERY);
    expect(lost).not.toHaveBeenCalled();
    stop();
    await vi.advanceTimersByTimeAsync(10 * LEASE);
    expect(renew.mock.calls.length).toBe((10 * LEASE) / RENEW_EVERY);
  });

  it("is lost at once when another process has it", async () => {
    keepRenewed(async () => false, lost);
    await vi.advanceTimersByTimeAsync(RENEW_EVERY);
    expect(lost).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10 * LEASE);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it("is lost when no renewal succeeds for its length, failing or without an answer", async () => {
    for (const renew of [
      () => Promise.reject(new Error("The store cannot be reached")),
      () => new Promise<never>(() => {}),
    ]) {
      lost.mockReset();
      keepRenewed(
        vi
          .fn(async () => true)
          .mockImplementation(renew)
          .mockResolvedValueOnce(true),
        lost,
      );
      await vi.advanceTimersByTimeAsync(RENEW_EVERY + LEASE - 1);
      expect(lost).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(lost).toHaveBeenCalledTimes(1);
    }
  });

  it("is not lost after it was stopped during a renewal", async () => {
    let answer = (_isOurs: boolean) => {};
    const stop = keepRenewed(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      lost,
    );
    await vi.advanceTimersByTimeAsync(RENEW_EVERY);
    stop();
    answer(false);
    await vi.advanceTimersByTimeAsync(10 * LEASE);
    expect(lost).not.toHaveBeenCalled();
  });
});
