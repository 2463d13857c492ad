import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";
import { clockAt, openSchedules } from "./fixtures/gateway.ts";

const clock = () => clockAt("2026-11-21T08:00:00Z");
const nine = { cron: "0 9 * * 1-5" };
const list = { operation: "schedules.list", input: { status: "ended" } };

async function opened(more: object = {}, time = clock()) {
  const fixture = await openSchedules(time, { plugins: [service()], background: false });
  const { id } = await fixture.create("Morning", { when: nine, ...more });
  return {
    ...{ ...fixture, id },
    async look() {
      const { updatedAt: _, contextId: __, jitterMs = 0, ...shown } = await fixture.show(id);
      return { ...shown, jitterMs };
    },
    undoables: async () => (await fixture.post("service.undo.list")).total,
  };
}

describe("undoing", () => {
  const until = "2027-01-01T00:00:00Z";
  it.each<[string, object, object]>([
    ["disable", {}, {}],
    ["enable", {}, {}],
    ["update", {}, { name: "Noon", when: { cron: "0 12 * * *" }, timezone: "Europe/Berlin", action: list }],
    ["update", {}, { missed: "all", overlap: "queue", jitterMs: 5_000, until }],
    ["update", { jitterMs: "7000", until }, { jitterMs: 0, until: "" }],
    ["update", { when: { every: "15m" } }, { when: { rrule: "FREQ=DAILY", start: "2026-11-22T08:00:00Z" } }],
    ["update", { when: { at: "2026-11-22T08:00:00Z" } }, { when: { every: "1h", anchor: "2026-11-22T08:00:00Z" } }],
  ])(
    "schedules.%s restores the earlier state, and undoing the undo reapplies the change",
    async (verb, more, changes) => {
      const { admin, post, id, look } = await opened(more);
      if (verb === "enable") await post("schedules.disable", { id });
      await expectUndone(admin, `schedules.${verb}`, { id, ...changes }, look);
    },
  );

  it("schedules.create removes the schedule", async () => {
    const { admin, post, id } = await opened();
    const { undo } = await undoable(admin, "schedules.create", { name: "Second", when: nine, action: list });
    expect(await post("schedules.list")).toMatchObject({ total: 2 });
    await undo();
    expect(await post("schedules.list")).toMatchObject({ total: 1, schedules: [{ id }] });
  });

  it("gives back no due times that are over, but everything else", async () => {
    const time = clock();
    const { admin, post, id, look, undoables } = await opened({ when: { at: "2026-11-21T09:00:00Z" } }, time);
    await post("schedules.disable", { id });
    await time.set("2026-11-21T10:00:00Z");
    await post("schedules.update", { id, when: nine, name: "Noon" });
    expect(await undoables()).toBe(2);
    await post("schedules.update", { id, when: { at: "2026-11-21T11:00:00Z" } });
    await time.set("2026-11-21T12:00:00Z");
    const { undo } = await undoable(admin, "schedules.update", { id, name: "Night" });
    await undo();
    expect(await look()).toMatchObject({ name: "Noon" });
  });

  it("is not offered for a command that changed nothing", async () => {
    const { post, id, undoables } = await opened();
    await post("schedules.enable", { id });
    await post("schedules.update", { id, name: "Morning", when: nine, until: "" });
    expect(await undoables()).toBe(1);
  });
});
