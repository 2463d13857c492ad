import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import rules from "@postern/rules";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The local time in UTC, some minutes from now. */
const clock = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString().slice(11, 16);
const quiet = (during?: string) => ({ from: clock(-60), to: clock(120), timezone: "UTC", ...(during && { during }) });

const titles = (gateway: Awaited<ReturnType<typeof openGateway>>) => async () =>
  (await gateway.titles()).filter((title) => !title.startsWith("barrier"));

describe("a quiet time", () => {
  it("lets runs wait until it ends", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, runsOf, advance } = gateway;
    const { id } = await rule({ when: { quietTime: quiet() } });
    await happen("Tea");
    await handled();
    const [run] = await runsOf(id);
    expect(run).toMatchObject({ status: "waiting", attempts: 0 });
    const until120 = Math.floor((Date.now() + 120 * MINUTE) / MINUTE) * MINUTE;
    expect(Math.abs(Number(run?.nextAttemptAt) - until120)).toBeLessThanOrEqual(MINUTE);
    await advance(121 * MINUTE);
    await until(async () => expect(await titles(gateway)()).toContain("Tea"));
  });

  it("skips events that happen in it if the rule says so, and counts them", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, runsOf, show, advance } = gateway;
    const { id } = await rule({
      on: { types: ["chats.chat.created"], filter: "event.data.chat.title == 'Tea'" },
      when: { quietTime: quiet("skip") },
    });
    await happen("Tea");
    await handled();
    expect(await runsOf(id)).toEqual([]);
    expect(await show(id)).toMatchObject({ skipped: 1, lastSkipReason: "quiet_time", lastSkipAt: expect.any(Number) });
    await advance(121 * MINUTE);
    await happen("Tea");
    await until(async () => expect(await titles(gateway)()).toEqual(["Tea"]));
  });

  it("holds back a waiting run if it is changed meanwhile", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, runsOf, post, advance } = gateway;
    const { id } = await rule({ when: { quietTime: quiet() } });
    await happen("Tea");
    await handled();
    await post("rules.update", { id, when: { quietTime: { ...quiet(), to: clock(300) } } });
    await advance(121 * MINUTE);
    await until(async () => {
      const [run] = await runsOf(id);
      expect(run).toMatchObject({ status: "waiting", lastError: expect.stringContaining("Quiet time until") });
    });
    expect(await titles(gateway)()).not.toContain("Tea");
    await advance(180 * MINUTE);
    await until(async () => expect(await titles(gateway)()).toContain("Tea"));
  });
});

describe("a debounced rule", () => {
  const tea = { types: ["chats.chat.created"], filter: "event.data.chat.title.startsWith('Tea')" };
  const action = { operation: "tasks.create", input: { title: "{{event.data.chat.title}} of {{run.events}}" } };

  it("runs once, with the last event and the number of events, after there were no more", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, runsOf, advance } = gateway;
    const { id } = await rule({ on: tea, action, when: { debounceMs: HOUR } });
    for (const title of ["Tea 1", "Tea 2", "Tea 3"]) await happen(title);
    await handled();
    expect(await runsOf(id)).toEqual([]);
    await advance(40 * MINUTE);
    await happen("Tea 4");
    await advance(40 * MINUTE);
    await handled();
    expect(await runsOf(id)).toEqual([]);
    await advance(21 * MINUTE);
    await until(async () => expect(await titles(gateway)()).toEqual(["Tea 4 of 4"]));
    expect(await runsOf(id)).toMatchObject([{ events: 4 }]);
  });

  it("waits for the same events if no gateway runs meanwhile", async () => {
    const storage = memory();
    const open = (background: boolean, now = Date.now) =>
      testGateway({ plugins: [rules(), chats(), tasks()], storage, background, now });
    const first = await open(true);
    const { now, advance } = first;
    await first.gateway.call("rules.create", { name: "tea", on: tea, action, when: { debounceMs: HOUR } });
    await first.gateway.call("chats.create", { title: "Tea 1" });
    await first.stop();
    await advance(40 * MINUTE);
    const second = await open(false, now);
    await second.gateway.call("chats.create", { title: "Tea 2" });
    await second.stop();
    await advance(3 * HOUR);
    const third = await open(false, now);
    await third.gateway.call("chats.create", { title: "Tea 3" });
    await third.stop();
    const last = await open(true, now);
    onTestFinished(last.stop);
    const made = async () => (await last.gateway.call("tasks.list", {})).tasks.map(({ title }) => title);
    await until(async () => expect(await made()).toEqual(["Tea 2 of 2"]));
    await advance(2 * HOUR);
    expect((await made()).sort()).toEqual(["Tea 2 of 2", "Tea 3 of 1"]);
  });

  it("discards its waiting runs when it is disabled or removed", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, post, advance } = gateway;
    const [one, two] = [
      await rule({ on: tea, when: { debounceMs: HOUR } }),
      await rule({ on: tea, when: { debounceMs: HOUR } }),
    ];
    await happen("Tea");
    await handled();
    await post("rules.disable", { id: one.id });
    await post("rules.remove", { id: two.id, execute: true });
    await post("rules.enable", { id: one.id });
    await advance(2 * HOUR);
    await happen("Tea again");
    await handled();
    expect(await titles(gateway)()).toEqual([]);
    await advance(2 * HOUR);
    await until(async () => expect(await titles(gateway)()).toEqual(["Tea again"]));
  });
});

describe("a rate", () => {
  it("limits the runs of a period; further events are counted as skipped", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, show, advance, runsOf } = gateway;
    const { id } = await rule({
      when: { rate: { count: 2, perMs: HOUR } },
      on: { types: ["chats.chat.created"], filter: "event.data.chat.title.startsWith('Tea')" },
    });
    for (const title of ["Tea 1", "Tea 2", "Tea 3", "Tea 4"]) await happen(title);
    await handled();
    await until(async () => expect(await titles(gateway)()).toEqual(["Tea 1", "Tea 2"]));
    expect(await show(id)).toMatchObject({ skipped: 2, lastSkipReason: "rate" });
    expect(await runsOf(id)).toHaveLength(2);
    await advance(HOUR + 1);
    await happen("Tea 5");
    await until(async () => expect(await titles(gateway)()).toEqual(["Tea 1", "Tea 2", "Tea 5"]));
  });

  it("counts runs that wait for the end of a quiet time for the time when it ends", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, show, advance, runsOf } = gateway;
    const { id } = await rule({ when: { rate: { count: 1, perMs: 10 * MINUTE }, quietTime: quiet() } });
    await happen("Tea 1");
    await advance(30 * MINUTE);
    await happen("Tea 2");
    await handled();
    expect(await runsOf(id)).toHaveLength(1);
    expect((await show(id)).skipped).toBeGreaterThanOrEqual(1);
  });
});
