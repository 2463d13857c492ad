import { createGateway } from "@postern/core";
import type { Driver } from "unstorage";
import memory from "unstorage/drivers/memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { latest } from "../../core/src/journal/clock.ts";
import { until } from "../run/until.ts";
import { add, notesPlugin } from "./fixtures/notes.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 22);

/** A gateway whose clock the test sets. */
function open(storage: Driver = { ...memory(), dispose: undefined }, at = START) {
  const clock = { at };
  const gateway = createGateway({ plugins: [notesPlugin()], storage, now: () => clock.at });
  onTestFinished(() => gateway.stop());
  return { gateway, clock, storage };
}

it("an expired key stays expired if the clock is set back a day", async () => {
  const { gateway, clock } = open();
  const { key, context } = await gateway.keys.issue({ label: "short", scopes: ["*"], expiresAt: START + 60_000 });
  expect(await gateway.keys.recognize(key)).toBeDefined();
  clock.at = START + 60_000;
  expect(await gateway.keys.recognize(key)).toBeUndefined();
  clock.at = START - DAY;
  expect(await gateway.keys.recognize(key)).toBeUndefined();
  expect(await gateway.keys.callerOf(context.id)).toBeUndefined();
});

it("an expired key stays expired after a start with the clock set back", async () => {
  const { gateway, clock, storage } = open();
  const short = await gateway.keys.issue({ label: "short", scopes: ["*"], expiresAt: START + 60_000 });
  const long = await gateway.keys.issue({ label: "long", scopes: ["*"] });
  clock.at = START + 120_000;
  // The latest known time is stored together with the use of a key.
  expect(await gateway.keys.recognize(long.key)).toBeDefined();
  const stored = async () => String(await storage.getItem(latest.key, {}));
  await until(async () => expect(await stored()).toContain(String(clock.at)));
  await gateway.stop();

  const { gateway: next } = open(storage, START - DAY);
  expect(await next.keys.recognize(short.key)).toBeUndefined();
  expect(await next.keys.recognize(long.key)).toBeDefined();
});

it("ids stay in ascending order if the clock is set back", async () => {
  const { gateway, clock } = open();
  const before = await gateway.keys.issue({ label: "before", scopes: ["*"] });
  clock.at = START + 1_000;
  await gateway.keys.recognize(before.key);
  const during = await gateway.keys.issue({ label: "during", scopes: ["*"] });
  clock.at = START - DAY;
  const after = await gateway.keys.issue({ label: "after", scopes: ["*"] });
  const times = [before, during, after].map(({ context }) => context.id.slice(0, "ctx_".length + 11));
  expect(times).toEqual(times.toSorted());
});

describe("an expired key stays expired after several starts", () => {
  it.each([
    ["while it ran", true],
    ["before its second start", false],
  ])("if the clock was set back %s, and an event was recorded", async (_, runsOn) => {
    const storage: Driver = { ...memory(), dispose: undefined };
    const first = open(storage);
    const short = await first.gateway.keys.issue({ label: "short", scopes: ["*"], expiresAt: START + 60_000 });
    first.clock.at = START + 120_000;
    await first.gateway.call(add, { text: "before" });
    if (!runsOn) await first.gateway.stop();
    const second = runsOn ? first : open(storage, START - DAY);
    second.clock.at = START - DAY;
    await second.gateway.call(add, { text: "after" });
    await second.gateway.stop();

    const { gateway: last } = open(storage, START - DAY + 1_000);
    expect(await last.keys.recognize(short.key)).toBeUndefined();
  });
});
