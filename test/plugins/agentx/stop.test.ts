import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { openFixture } from "./fixture.ts";

const children = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

it.each([0, 1, 2, 4, 8, 16, 32, 64])(
  "a gateway that stops %i ms after it created sessions leaves no agent running",
  async (ms) => {
    const before = children();
    const fixture = await openFixture();
    await Promise.all(Array.from({ length: 5 }, () => fixture.create()));
    await pause(ms);
    await fixture.stop();
    await pause(100);
    expect(children()).toBe(before);
  },
);

it("an agent that has ended gets no further signal, since its id may belong to another process", async () => {
  const signals = vi.spyOn(process, "kill");
  onTestFinished(() => signals.mockRestore());
  const fixture = await openFixture();
  const id = await fixture.create({ prompt: "die 3" });
  await fixture.until(id, { status: "gone", reason: expect.stringContaining("code 3") });
  await pause(1_000);
  const late = signals.mock.calls.filter(([pid], at) => pid < 0 && signals.mock.results[at]?.type === "throw");
  // Sent once when it has ended, for children that it may have left.
  expect(late).toEqual([[expect.any(Number), "SIGKILL"]]);
});
