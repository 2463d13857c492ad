import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openTestbed as openDelivery } from "./delivery-testbed.ts";
import { at, MONDAY, openTestbed } from "./testbed.ts";

async function opened() {
  const testbed = await openTestbed({ others: [service()] });
  const { admin, post } = testbed;
  const calendar = await testbed.calendar({ color: "#3a7bd5" });
  const shown = async (id = calendar) => {
    const { updatedAt: _, ...rest } = (await post("show", { calendar: id })).calendar;
    return rest;
  };
  const defaults = async () => {
    const { calendars } = await post("list");
    return calendars.filter((one: { isDefault: boolean }) => one.isDefault).map(({ id }: { id: string }) => id);
  };
  /** The members as `<type>:<id> <relation>`. A call that changes nothing shows them to the manager. */
  const members = async () => {
    const { members } = await post("share", { calendar, with: "agent:witness", relation: "reader" });
    return members
      .filter(({ id }: { id: string }) => id !== "witness")
      .map(({ type, id, relation }: Record<string, string>) => `${type}:${id} ${relation}`);
  };
  const event = async (ref: string) => {
    const { updatedAt: _, sequence: __, ...rest } = (await post("events.show", { event: ref })).event;
    return rest;
  };
  const undoables = async (): Promise<number> => (await admin.post("service.undo.list")).body.total;
  return { ...testbed, id: calendar, shown, defaults, members, show: event, undoables };
}

/** Does it, undoes it and does it again, and checks the state each time. */
async function goAndReturn(
  test: Awaited<ReturnType<typeof opened>>,
  [operation, input]: [string, object],
  look: () => Promise<unknown>,
) {
  await expectUndone(test.admin, `calendars.${operation}`, input, look);
}

describe("undoing commands on calendars", () => {
  it("archives a new calendar, unless it became the default", async () => {
    const test = await opened();
    const { body, undo } = await undoable(test.admin, "calendars.create", { name: "Trips" });
    const { redo } = await undo();
    expect((await test.shown(body.calendar.id)).status).toBe("archived");
    await redo();
    expect((await test.shown(body.calendar.id)).status).toBe("active");
    const before = await test.undoables();
    await test.calendar({ isDefault: true });
    expect(await test.undoables()).toBe(before);
  });

  it.each(["archive", "unarchive"])("reverses %s", async (verb) => {
    const test = await opened();
    if (verb === "unarchive") await test.post("archive", { calendar: test.id });
    await goAndReturn(test, [verb, { calendar: test.id }], async () => (await test.shown()).status);
    const before = await test.undoables();
    await test.post(verb, { calendar: test.id });
    expect(await test.undoables()).toBe(before);
  });

  it.each([
    ["of all fields", { name: "Office", timezone: "Asia/Kolkata", color: "#000000", visibility: "public" }],
    ["that clears and sets fields", { color: "", description: "Ours" }],
    ["of the default", { isDefault: true, name: "First" }],
  ])("reverses an update %s", async (_title, change) => {
    const test = await opened();
    await goAndReturn(test, ["update", { calendar: test.id, ...change }], test.shown);
  });

  it("gives the default back to the calendar that had it", async () => {
    const test = await opened();
    const former = await test.calendar({ isDefault: true });
    await goAndReturn(test, ["update", { calendar: test.id, isDefault: true }], test.defaults);
    expect(await test.defaults()).toEqual([test.id]);
    const before = await test.undoables();
    await test.post("update", { calendar: former, isDefault: true, name: "Both" });
    await test.post("update", { calendar: former, name: "Both", color: "" });
    expect(await test.undoables()).toBe(before);
  });

  it("reverses sharing, another access level, and the end of sharing", async () => {
    const test = await opened();
    const [calendar, ann] = [test.id, "agent:ann"];
    await test.post("update", { calendar, visibility: "shared" });
    await goAndReturn(test, ["share", { calendar, with: ann, relation: "reader" }], test.members);
    await goAndReturn(test, ["share", { calendar, with: ann, relation: "writer" }], test.members);
    expect(await test.members()).toEqual(["agent:ann writer"]);
    await goAndReturn(test, ["unshare", { calendar, with: ann }], test.members);
  });

  it("reverses the first sharing of a private calendar, but not access that it restores", async () => {
    const test = await opened();
    const [calendar, ann] = [test.id, "agent:ann"];
    const seen = async () => (await test.ann.post("calendars.show", { calendar })).status;
    const done = await undoable(test.admin, "calendars.share", { calendar, with: ann, relation: "reader" });
    expect(await seen()).toBe(200);
    await done.undo();
    expect(await seen()).toBe(404);
    await test.post("share", { calendar, with: ann, relation: "reader" });
    await test.post("update", { calendar, visibility: "private" });
    const before = await test.undoables();
    await test.post("share", { calendar, with: "agent:ben", relation: "reader" });
    await test.post("share", { calendar, with: "agent:ben", relation: "reader" });
    await test.post("update", { calendar, visibility: "private" });
    await test.post("unshare", { calendar, with: "agent:ben" });
    expect(await test.undoables()).toBe(before + 1);
  });

  it("does not put back a member who left", async () => {
    const test = await opened();
    await test.post("share", { calendar: test.id, with: "agent:ann", relation: "reader" });
    await test.post("unshare", { calendar: test.id, with: "agent:ann" }, test.ann);
    expect((await test.ann.post("service.undo.list")).body.total).toBe(0);
  });

  it("removes a new account, unless a connection is bound to its server", async () => {
    const test = await openDelivery({ background: false });
    const account = { provider: "caldav", config: { url: "http://127.0.0.1:5232/" } };
    const accounts = async () =>
      (await test.post("calendars.accounts.list")).accounts.map(({ id }: { id: string }) => id);
    const done = await undoable(test.admin, "calendars.accounts.create", { id: "home", ...account });
    expect(await accounts()).toEqual(["home"]);
    await done.undo();
    expect(await accounts()).toEqual([]);
    await test.connect("caldav");
    await test.post("calendars.accounts.create", { id: "work", ...account, connection: "home" });
    expect(await accounts()).toEqual(["work"]);
    const { commands } = await test.post("service.undo.list");
    const ofAccounts = commands.filter(({ operation }: { operation: string }) => /accounts/.test(operation));
    expect(ofAccounts).toMatchObject([{ operation: "calendars.accounts.create", undone: true }]);
  });
});

describe("undoing an update of an event", () => {
  it.each<[string, object, object]>([
    ["title and texts", { description: "Bring tea" }, { title: "Talk", description: "", location: "Room 1" }],
    ["status", {}, { status: "tentative", busyStatus: "free", visibility: "private" }],
    ["start", {}, { startAt: "2026-11-23T14:00:00+01:00" }],
    ["zone", {}, { startTimezone: "Asia/Kolkata" }],
    ["zones", { endTimezone: "Asia/Kolkata" }, { startTimezone: "America/New_York", endAt: "2026-11-23T20:00:00Z" }],
    ["days", {}, { allDay: true, startAt: "2026-11-23", endAt: "2026-11-25" }],
    [
      "times",
      { allDay: true, startAt: "2026-11-23", endAt: "2026-11-25" },
      { allDay: false, startAt: MONDAY, endAt: MONDAY },
    ],
    ["rule", {}, { recurrenceRule: "FREQ=DAILY;COUNT=3" }],
    ["series", { recurrenceRule: "FREQ=DAILY;COUNT=3" }, { recurrenceRule: "", title: "Once" }],
    ["series and start", { recurrenceRule: "FREQ=WEEKLY" }, { startAt: "2026-11-24T08:00:00+01:00" }],
  ])("restores its %s", async (_title, said, change) => {
    const test = await opened();
    const { id } = await test.event(test.id, said);
    await goAndReturn(test, ["events.update", { event: id, ...change }], () => test.show(id));
  });

  it("also restores the occurrences that follow their series", async () => {
    const test = await opened();
    const { id, startAt } = await test.event(test.id, { recurrenceRule: "FREQ=DAILY;COUNT=2" });
    const part = `${id}@${startAt}`;
    await test.post("events.update", { event: part, location: "Garden" });
    await goAndReturn(test, ["events.update", { event: id, title: "Tea", endAt: "2026-11-23T12:00:00+01:00" }], () =>
      test.show(part),
    );
    await goAndReturn(test, ["events.update", { event: part, location: "Room 1" }], () => test.show(part));
  });

  it("leaves out what would not be as before", async () => {
    const test = await opened();
    const { id, startAt } = await test.event(test.id, { recurrenceRule: "FREQ=DAILY;COUNT=3" });
    const [part, guests] = [`${id}@${startAt}`, await test.event(test.id, { attendees: [{ email: "a@example.org" }] })];
    const before = await test.undoables();
    await test.post("events.update", { event: id, title: "Meeting" });
    // The occurrence no longer follows its series, and its change is deleted when the series moves.
    await test.post("events.update", { event: part, title: "Tea" });
    await test.post("events.update", { event: id, startAt: "2026-11-23T14:00:00+01:00" });
    await test.post("events.update", { event: guests.id, title: "Tea", execute: true });
    expect((await test.show(id)).startAt).toBe(at("2026-11-23T13:00:00Z"));
    expect(await test.undoables()).toBe(before);
  });
});
