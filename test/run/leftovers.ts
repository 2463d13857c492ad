import { beforeAll, vi } from "vitest";
import { differences, leaves, type Surroundings, surroundings } from "./surroundings.ts";

/** How long what a file has closed may take to end, in milliseconds. */
const ENDING = 5_000;

// Files share a process, so what one leaves behind changes the next. What `beforeAll` returns runs after all hooks of a file.
beforeAll(() => {
  const before = surroundings();
  return () => nothingLeft(before);
});

async function nothingLeft(before: Surroundings): Promise<void> {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const until = performance.now() + ENDING; ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const left = differences(before, surroundings());
    if (left.length === 0) return;
    if (performance.now() > until) throw leaves(left);
  }
}
