import { describe, expect, it } from "vitest";
import { at, DAY, HOUR, MONDAY, openTestbed } from "./testbed.ts";

const WEEKDAYS = { recurrenceRule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10" };

const WEEK = ["2026-11-23T00:00:00+01:00", "2026-11-30T00:00:00+01:00"] as const;

describe("an event", () => {
  it("is created with all its fields and shown with them", async () => {
    const { calendar, event, post } = await openTestbed();
    const made = await event(await calendar(), {
      title: " Lunch ",
      description: "Soup",
      location: "Upstairs",
      busyStatus: "free",
    });
    expect(made).toMatchObject({
      title: "Lunch",
      description: "Soup",
      location: "Upstairs",
      busyStatus: "free",
      status: "confirmed",
      visibility: "default",
      startAt: at(MONDAY),
      endAt: at(MONDAY) + HOUR,
      startTimezone: "Europe/Berlin",
      endTimezone: "Europe/Berlin",
      allDay: false,
      sequence: 0,
      accountId: "local",
      recurrence: {},
      safePayload: {},
      providerProvenance: {},
      descriptionRedactionStatus: "full_local",
      attendees: [],
    });
    expect(made.uid).toBe(made.icalUid);
    expect((await post("events.show", { event: made.id })).event).toEqual(made);
  });

  it("is exact in the distant past and future", async () => {
    const { calendar, event } = await openTestbed();
    const id = await calendar();
    for (const startAt of ["1969-07-20T20:17:40Z", "9999-12-30T10:00:00Z", "-86400000", "1900-01-01T00:00:00Z"]) {
      const start = startAt.startsWith("-") ? Number(startAt) : at(startAt);
      expect(await event(id, { startAt, endAt: String(start + 1) })).toMatchObject({
        startAt: start,
        endAt: start + 1,
      });
    }
  });

  it.each([
    [{ endAt: "2026-11-23T08:00:00+01:00" }, "/endAt"],
    [{ startAt: "NaN" }, "/startAt"],
    [{ startAt: "2026-11-23T09:00:00" }, "/startAt"],
    [{ startAt: "2026-02-30T09:00:00Z" }, "/startAt"],
    [{ startAt: "99999-01-01T00:00:00Z" }, "/startAt"],
    [{ endAt: "253402300800000" }, "/endAt"],
    [{ startTimezone: "Mars/Olympus" }, "/startTimezone"],
    [{ endTimezone: "+01:00" }, "/endTimezone"],
    [{ title: "  " }, "/title"],
    [{ recurrenceRule: "FREQ=SECONDLY" }, "/recurrenceRule"],
    [{ recurrenceRule: "FREQ=DAILY;COUNT=1000000" }, "/recurrenceRule"],
    [{ recurrenceRule: "every monday" }, "/recurrenceRule"],
    [{ allDay: true }, "/startAt"],
    [{ allDay: true, startAt: "2026-11-23", endAt: "2026-11-23" }, "/endAt"],
    [{ allDay: true, startAt: "2026-11-23", endAt: "2026-11-24", startTimezone: "Europe/Berlin" }, "/startTimezone"],
    [{ attendees: [{}] }, "/attendees/0"],
    [{ attendees: [{ agent: "nobody" }] }, "/attendees/0/agent"],
    [{ attendees: [{ email: "ann" }] }, "/attendees/0/email"],
    [{ attendees: [{ email: "a@b.org\r\nX: y" }] }, "/attendees/0/email"],
    [{ attendees: [{ email: "Ann@b.org" }, { email: " ann@B.org " }] }, "/attendees/1"],
    [
      {
        attendees: [
          { agent: "ann", kind: "organizer" },
          { agent: "ben", kind: "organizer" },
        ],
      },
      "/attendees",
    ],
  ])("cannot be created with %j; the error names %s", async (said, path) => {
    const { calendar, refuse } = await openTestbed();
    const body = {
      calendar: await calendar(),
      title: "x",
      startAt: MONDAY,
      endAt: "2026-11-23T10:00:00+01:00",
      ...said,
    };
    const { status, issues } = await refuse("events.create", body);
    expect({ status, path: issues[0].path }).toEqual({ status: 400, path });
  });

  it("is created once per idempotency key, even with concurrent calls", async () => {
    const { calendar, post, refuse } = await openTestbed();
    const said = {
      calendar: await calendar(),
      title: "x",
      startAt: MONDAY,
      endAt: "2026-11-23T10:00:00+01:00",
      idempotencyKey: "k",
    };
    const made = await Promise.all(Array.from({ length: 20 }, () => post("events.create", said)));
    expect(new Set(made.map(({ event }) => event.id)).size).toBe(1);
    expect((await post("events.list", { calendar: said.calendar })).total).toBe(1);
    expect(await refuse("events.create", { ...said, title: "y" })).toMatchObject({
      status: 409,
      code: "calendars.event_conflict",
    });
  });

  it("is only planned by default if an outside guest is invited", async () => {
    const { calendar, client, post } = await openTestbed();
    const said = { calendar: await calendar(), title: "x", startAt: MONDAY, endAt: "2026-11-23T10:00:00+01:00" };
    const outside = { ...said, attendees: [{ email: "guest@example.org" }] };
    expect(await post("events.create", outside)).toMatchObject({ dryRun: true });
    expect((await post("events.list", { calendar: said.calendar })).total).toBe(0);
    const { event, outbox } = await post("events.create", { ...outside, execute: true });
    expect(outbox).toMatchObject({ operation: "create", status: "acked", eventId: event.id });
    const inside = await post("events.create", { ...said, attendees: [{ agent: "ann" }] });
    expect(inside.outbox).toBeUndefined();
    expect((await (await client(["calendars:read"])).post("calendars.events.create", said)).status).toBe(403);
  });

  it("has the inviting agent as its organizer", async () => {
    const { calendar, event, ann } = await openTestbed();
    const made = await event(await calendar({}, ann), { attendees: [{ agent: "ben" }] }, ann);
    expect(made).toMatchObject({ creatorAgentId: "ann", organizerAgentId: "ann" });
    expect(made.attendees).toMatchObject([
      { agentId: "ann", kind: "organizer", responseStatus: "accepted" },
      { agentId: "ben", kind: "required", responseStatus: "needs_action" },
    ]);
  });
});

describe("an update of an event", () => {
  it("increases the sequence and keeps the duration when the start moves", async () => {
    const { calendar, event, post, emitted } = await openTestbed();
    const { id } = await event(await calendar(), { description: "Soup" });
    const { event: after } = await post("events.update", {
      event: id,
      startAt: "2026-11-24T09:00:00+01:00",
      description: "",
    });
    expect(after).toMatchObject({ startAt: at(MONDAY) + DAY, endAt: at(MONDAY) + DAY + HOUR, sequence: 1 });
    expect(after).toHaveProperty("description", "");
    expect(emitted.filter(({ type }) => type === "calendars.event.updated")).toHaveLength(1);
    expect((await post("events.update", { event: id, title: "Meeting" })).event.sequence).toBe(1);
  });

  it("is rejected if the event was changed in the meantime", async () => {
    const { calendar, event, post, refuse } = await openTestbed();
    const { id } = await event(await calendar());
    await post("events.update", { event: id, expectedSequence: "0", title: "A" });
    expect(await refuse("events.update", { event: id, expectedSequence: "0", title: "B" })).toMatchObject({
      status: 409,
      code: "calendars.sequence_mismatch",
      body: { sequence: 1, expected: 0 },
    });
    expect(await refuse("events.update", { event: id, expectedSequence: "x", title: "B" })).toMatchObject({
      status: 400,
    });
  });

  it("can turn it into an all-day event and back", async () => {
    const { calendar, event, post, refuse } = await openTestbed();
    const { id } = await event(await calendar());
    expect(await refuse("events.update", { event: id, allDay: true })).toMatchObject({ status: 400 });
    const days = await post("events.update", { event: id, allDay: true, startAt: "2026-11-23", endAt: "2026-11-25" });
    expect(days.event).toMatchObject({ allDay: true, startAt: Date.UTC(2026, 10, 23), endAt: Date.UTC(2026, 10, 25) });
    expect(days.event).toHaveProperty("startTimezone", "");
    const times = { allDay: false, startAt: MONDAY, endAt: "2026-11-23T10:00:00+01:00" };
    expect((await post("events.update", { event: id, ...times })).event).toMatchObject({
      allDay: false,
      startTimezone: "Europe/Berlin",
    });
  });

  it("is rejected for a cancelled event until it is restored", async () => {
    const { calendar, event, post, refuse } = await openTestbed();
    const { id } = await event(await calendar(), { status: "tentative" });
    expect(await post("events.cancel", { event: id })).toMatchObject({ dryRun: true });
    const { event: gone } = await post("events.cancel", { event: id, execute: true });
    expect(gone).toMatchObject({ status: "cancelled", sequence: 1, deletedAt: expect.any(Number) });
    expect(await refuse("events.update", { event: id, title: "x" })).toMatchObject({
      status: 409,
      code: "calendars.event_cancelled",
    });
    expect(await refuse("events.cancel", { event: id, execute: true })).toMatchObject({ status: 409 });
    const { event: back } = await post("events.restore", { event: id });
    expect(back).toMatchObject({ status: "tentative", sequence: 2 });
    expect(back).toHaveProperty("deletedAt", 0);
    expect(await refuse("events.restore", { event: id })).toMatchObject({
      status: 409,
      code: "calendars.event_not_cancelled",
    });
  });
});

describe("an occurrence of a series", () => {
  it("is shown by its id and exists only at the times of the rule", async () => {
    const { calendar, event, post, refuse } = await openTestbed();
    const { id } = await event(await calendar(), WEEKDAYS);
    const tuesday = at(MONDAY) + DAY;
    expect((await post("events.show", { event: `${id}@${tuesday}` })).event).toMatchObject({
      id: `${id}@${tuesday}`,
      seriesId: id,
      originalStartAt: tuesday,
      startAt: tuesday,
      endAt: tuesday + HOUR,
      recurrence: {},
    });
    expect(await refuse("events.show", { event: `${id}@${tuesday + 1}` })).toMatchObject({
      status: 404,
      code: "calendars.occurrence_not_found",
    });
    for (const none of [
      "evt_1",
      `${id}@`,
      `${id}@x`,
      `${id}@1e3`,
      "../x",
      `x${id}`,
      "\u0000",
      `${id}@${tuesday}@${tuesday}`,
    ])
      expect(await refuse("events.show", { event: none }), none).toMatchObject({ status: 404 });
  });

  it("can be moved, changed and cancelled individually", async () => {
    const { calendar, event, post, agenda } = await openTestbed();
    const where = await calendar();
    const { id } = await event(where, WEEKDAYS);
    const [tuesday, wednesday, thursday] = [1, 2, 3].map((days) => at(MONDAY) + days * DAY);
    await post("events.update", { event: `${id}@${tuesday}`, startAt: "2026-11-24T15:00:00+01:00" });
    await post("events.update", { event: `${id}@${wednesday}`, title: "With guests" });
    await post("events.cancel", { event: `${id}@${thursday}`, execute: true });
    expect(await agenda(where, ...WEEK)).toEqual([
      "2026-11-23 08:00 Meeting",
      "2026-11-24 14:00 Meeting",
      "2026-11-25 08:00 With guests",
      "2026-11-27 08:00 Meeting",
    ]);
    const gone = await post("events.list", { calendar: where, status: "cancelled" });
    expect(gone.events).toMatchObject([{ id: `${id}@${thursday}`, status: "cancelled" }]);
    await post("events.restore", { event: `${id}@${thursday}` });
    expect(await agenda(where, ...WEEK)).toHaveLength(5);
    const shown = (await post("events.show", { event: id })).event;
    expect(shown).toMatchObject({ title: "Meeting", sequence: 0 });
  });

  it("keeps its individual changes and follows the series otherwise", async () => {
    const { calendar, event, post } = await openTestbed();
    const { id } = await event(await calendar(), WEEKDAYS);
    const tuesday = `${id}@${at(MONDAY) + DAY}`;
    await post("events.update", { event: tuesday, title: "Mine" });
    await post("events.update", { event: id, title: "Theirs", location: "Upstairs" });
    expect((await post("events.show", { event: tuesday })).event).toMatchObject({
      title: "Mine",
      location: "Upstairs",
    });
  });

  it("stays cancelled when the series moves, and loses other individual changes", async () => {
    const { calendar, event, post, agenda, admin } = await openTestbed();
    const where = await calendar();
    const { id } = await event(where, WEEKDAYS);
    await post("events.cancel", { event: `${id}@${at(MONDAY) + DAY}`, execute: true });
    await post("events.update", { event: `${id}@${at(MONDAY) + 2 * DAY}`, title: "Mine" });
    const move = { event: id, startAt: "2026-11-23T11:00:00+01:00" };
    const plan = await admin.post("calendars.events.update", move, { "x-dry-run": "true" });
    expect(plan.body.plan.summary).toContain("delete 2 individually changed occurrences");
    await post("events.update", move);
    expect(await agenda(where, ...WEEK)).toEqual([
      "2026-11-23 10:00 Meeting",
      "2026-11-25 10:00 Meeting",
      "2026-11-26 10:00 Meeting",
      "2026-11-27 10:00 Meeting",
    ]);
  });

  it("cannot have its own recurrence rule", async () => {
    const { calendar, event, refuse } = await openTestbed();
    const { id } = await event(await calendar(), WEEKDAYS);
    const occurrence = `${id}@${at(MONDAY)}`;
    expect(await refuse("events.update", { event: occurrence, recurrenceRule: "FREQ=DAILY" })).toMatchObject({
      status: 400,
    });
  });

  it("is cancelled and restored with its series", async () => {
    const { calendar, event, post, agenda, refuse } = await openTestbed();
    const where = await calendar();
    const { id } = await event(where, WEEKDAYS);
    const tuesday = `${id}@${at(MONDAY) + DAY}`;
    await post("events.update", { event: tuesday, title: "Mine" });
    await post("events.cancel", { event: id, execute: true });
    expect(await agenda(where, ...WEEK)).toEqual([]);
    expect(await refuse("events.update", { event: tuesday, title: "x" })).toMatchObject({ status: 409 });
    expect(await refuse("events.restore", { event: tuesday })).toMatchObject({ status: 409, body: { eventId: id } });
    await post("events.restore", { event: id });
    expect(await agenda(where, ...WEEK)).toHaveLength(5);
  });

  it("disappears when the recurrence rule is removed", async () => {
    const { calendar, event, post, agenda } = await openTestbed();
    const where = await calendar();
    const { id } = await event(where, WEEKDAYS);
    await post("events.update", { event: id, recurrenceRule: "" });
    expect(await agenda(where, ...WEEK)).toEqual(["2026-11-23 08:00 Meeting"]);
  });
});

describe("attendees", () => {
  it("are added and removed one at a time without changing others", async () => {
    const { calendar, event, post, refuse } = await openTestbed();
    const { id } = await event(await calendar(), { attendees: [{ agent: "ann" }] });
    expect(await post("events.attendees.add", { event: id, email: "Guest@Example.org" })).toMatchObject({
      dryRun: true,
    });
    const added = await post("events.attendees.add", { event: id, email: "Guest@Example.org", execute: true });
    expect(added.event.attendees).toMatchObject([
      { agentId: "ann" },
      { email: "Guest@Example.org", normalizedEmail: "guest@example.org" },
    ]);
    expect(added.outbox).toMatchObject({ operation: "update" });
    const again = await post("events.attendees.add", {
      event: id,
      email: " guest@example.ORG ",
      kind: "optional",
      execute: true,
    });
    expect(again.event.attendees[1]).toMatchObject({ id: added.event.attendees[1].id, kind: "optional" });
    const removed = await post("events.attendees.remove", { event: id, email: "GUEST@example.org", execute: true });
    expect(removed.event.attendees).toMatchObject([{ agentId: "ann" }]);
    expect(removed.outbox.payload).toMatchObject({ withdrawn: ["Guest@Example.org"] });
    expect(
      await refuse("events.attendees.remove", { event: id, email: "guest@example.org", execute: true }),
    ).toMatchObject({ status: 404 });
    expect(await refuse("events.attendees.remove", { event: id, execute: true })).toMatchObject({ status: 400 });
    expect(await refuse("events.attendees.add", { event: id, execute: true })).toMatchObject({ status: 400 });
  });

  it("can be added to a series and to one occurrence", async () => {
    const { calendar, event, post } = await openTestbed();
    const { id } = await event(await calendar(), WEEKDAYS);
    const tuesday = `${id}@${at(MONDAY) + DAY}`;
    await post("events.attendees.add", { event: tuesday, agent: "ben", execute: true });
    await post("events.attendees.add", { event: id, agent: "ann", execute: true });
    const names = async (event: string) =>
      (await post("events.show", { event })).event.attendees.map(({ agentId }: { agentId: string }) => agentId);
    expect(await names(id)).toEqual(["ann"]);
    expect(await names(tuesday)).toEqual(["ben", "ann"]);
  });
});
