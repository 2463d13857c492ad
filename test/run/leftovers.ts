import { afterAll, beforeAll, vi } from "vitest";
import { differences, leaves, type Surroundings, surroundings } from "./surroundings.ts";

/** How long what a file has closed may take to end, in milliseconds. */
const ENDING = 5_000;

let before: Surroundings | undefined;

beforeAll(() => {
  before = surroundings();
});

// Files share a process, so what one leaves behind changes the next.
afterAll(async () => {
  vi.useRealTimers();
  for (const until = performance.now() + ENDING; ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const left = before ? differences(before, surroundings()) : [];
    if (left.length === 0) return;
    if (performance.now() > until) throw leaves(left);
  }
});
