import { retryDelay, withJitter } from "@postern/kit/queue";
import { describe, expect, it } from "vitest";

const many = (make: () => number) => Array.from({ length: 2_000 }, make);

describe("the delay before a retry", () => {
  it("is randomized by ±20 % or by another share", () => {
    const [usual, narrow] = [many(() => withJitter(1_000)), many(() => withJitter(1_000, 0.1))];
    expect([Math.min(...usual) >= 800, Math.max(...usual) <= 1_200]).toEqual([true, true]);
    expect([Math.min(...narrow) >= 900, Math.max(...narrow) <= 1_100]).toEqual([true, true]);
    expect(new Set(usual).size).toBeGreaterThan(100);
  });

  it.each([
    [0, 1_000],
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [7, 60_000],
    [1_000, 60_000],
  ])("after %i failures is about %i ms", (failures, about) => {
    const delays = many(() => retryDelay(failures, { first: 1_000, longest: 60_000 }));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(about * 0.8);
    expect(Math.max(...delays)).toBeLessThanOrEqual(about * 1.2);
  });
});
