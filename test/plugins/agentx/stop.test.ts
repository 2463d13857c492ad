import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
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
