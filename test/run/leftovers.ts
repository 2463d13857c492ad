import { beforeAll, vi } from "vitest";
import { added, changed, leaves, type Surroundings, surroundings } from "./surroundings.ts";

/** Milliseconds for what a file has closed to end. Only what stays open takes so long. */
const ENDING = 60_000;

// Files share a process, so what one leaves behind changes the next. What `beforeAll` returns runs after all hooks of a file.
beforeAll(() => {
  const before = surroundings();
  return () => nothingLeft(before);
});

async function nothingLeft(before: Surroundings): Promise<void> {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  const changes = changed(before, surroundings());
  if (changes.length > 0) throw leaves(changes);
  for (const until = performance.now() + ENDING; ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const left = added(before, surroundings());
    if (left.length === 0) return;
    if (performance.now() > until) throw leaves(left);
  }
}
