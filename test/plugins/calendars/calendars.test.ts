import calendars from "@postern/calendars";
import { createCaller } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import { titled } from "../../run/titled.ts";
import { MONDAY, openTestbed } from "./testbed.ts";

const TIMES = { startAt: MONDAY, endAt: "2026-11-23T10:00:00+01:00" };

describe("a calendar", () => {
  it("belongs to its creator and can be created, updated, archived and unarchived", async () => {
    const { post, refuse, ann, emitted } = await openTestbed();
    const { calendar } = await post("create", { name: " Work ", color: "#3a7bd5", description: "Mine" }, ann);
    expect(calendar).toMatchObject({
      name: "Work",
      timezone: "Europe/Berlin",
      accountId: "local",
      ownerType: "agent",
      ownerId: "ann",
      role: "owner",
      isDefault: false,
      visibility: "private",
      status: "active",
      metadata: {},
    });
    expect(calendar).not.toHaveProperty("members");
    const changed = await post("update", { calendar: calendar.id, description: "", timezone: "Asia/Tokyo" }, ann);
    expect(changed.calendar).toMatchObject({ timezone: "Asia/Tokyo" });
    expect(changed.calendar).toHaveProperty("description", "");
    await post("archive", { calendar: calendar.id }, ann);
    expect((await post("list", {}, ann)).total).toBe(0);
    expect((await post("list", { status: "archived" }, ann)).calendars).toMatchObject([{ id: calendar.id }]);
    for (const [id, body] of [
      ["events.create", { title: "x", ...TIMES }],
      ["update", { name: "y" }],
      ["import", { ics: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" }],
      ["share", { with: "agent:ben", relation: "reader" }],
    ] as const)
      expect(await refuse(id, { calendar: calendar.id, ...body }, ann)).toMatchObject({
        status: 409,
        code: "calendars.calendar_archived",
      });
    await post("unarchive", { calendar: calendar.id }, ann);
    expect((await post("list", {}, ann)).total).toBe(1);
    expect(
      emitted.filter(({ type }) => type.startsWith("calendars.calendar")).map(({ type }) => type.split(".")[2]),
    ).toEqual(["created", "updated", "archived", "unarchived"]);
  });

  it("replaces the previous default calendar when it becomes the default", async () => {
    const { post, ann } = await openTestbed();
    const first = (await post("create", { name: "A", isDefault: true }, ann)).calendar;
    const second = (await post("create", { name: "B", isDefault: true }, ann)).calendar;
    const defaults = async () =>
      (await post("list", {}, ann)).calendars.filter((one: { isDefault: boolean }) => one.isDefault);
    expect(await defaults()).toMatchObject([{ id: second.id }]);
    await post("update", { calendar: first.id, isDefault: true }, ann);
    expect(await defaults()).toMatchObject([{ id: first.id }]);
    await post("update", { calendar: first.id, isDefault: false }, ann);
    expect(await defaults()).toEqual([]);
  });

  it.each(
    titled([
      [{ name: " " }, "/name"],
      [{ name: "x".repeat(201) }, "/name"],
      [{ name: "x", timezone: "Mars/Olympus" }, "/timezone"],
      [{ name: "x", color: "red" }, "/color"],
      [{ name: "x", visibility: "secret" }, "/visibility"],
      [{ name: "x", colour: "#ffffff" }, "/colour"],
    ]),
  )("cannot be created with %s", async (_title, said, path) => {
    const { refuse } = await openTestbed();
    expect(await refuse("create", said)).toMatchObject({ status: 400, issues: [{ path }] });
  });

  it("cannot be created for an account that does not exist", async () => {
    const { refuse } = await openTestbed();
    expect(await refuse("create", { name: "x", account: "work" })).toMatchObject({
      status: 404,
      code: "calendars.account_not_found",
    });
  });
});

describe("the default time zone of calendars", () => {
  it("is the configured one, which must exist, or the machine's", async () => {
    const wrong = await testGateway({ plugins: [calendars({ timezone: "Mars/Olympus" })] });
    const reply = await wrong.admin.post("calendars.create", { name: "x" });
    expect(reply).toMatchObject({ status: 503, body: { code: "gateway.unavailable" } });
    expect(JSON.stringify(wrong.logged)).toContain("Mars/Olympus");
    await wrong.stop();
    const here = await testGateway({ plugins: [calendars()] });
    const made = await here.admin.post("calendars.create", { name: "x" });
    expect(made.body.calendar.timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await here.stop();
  });
});

describe("the list of calendars", () => {
  it("contains the caller's own calendars, shared ones and public ones", async () => {
    const { post, calendar, ann, ben, admin } = await openTestbed();
    const own = await calendar({ name: "Own" }, ann);
    const shared = await calendar({ name: "Shared" }, ben);
    const open = await calendar({ name: "Public", visibility: "public" }, ben);
    await calendar({ name: "Private" }, ben);
    const mine = await calendar({ name: "Mine and public", visibility: "public" }, ann);
    await post("share", { calendar: shared, with: "agent:ann", relation: "free_busy" }, ben);
    const roles = async (client = ann) =>
      (await post("list", {}, client)).calendars.map(({ id, role }: { id: string; role: string }) => [id, role]);
    expect(await roles()).toEqual([
      [mine, "owner"],
      [own, "owner"],
      [shared, "free_busy"],
      [open, "reader"],
    ]);
    expect((await roles(admin)).length).toBe(5);
    expect(await post("list", { limit: "2", offset: "2" }, ann)).toMatchObject({
      total: 4,
      calendars: [{ id: shared }, { id: open }],
    });
    expect((await post("list", { account: "local", fields: "id" }, ann)).total).toBe(4);
    expect((await post("list", { account: "other" }, ann)).calendars).toEqual([]);
  });

  it("contains a calendar named by a grant if the granting context may see it", async () => {
    const { post, calendar, ann, client, gateway, refuse } = await openTestbed();
    const hidden = await calendar({ name: "Hidden" }, ann);
    const named = await client(["calendars.list", `calendars:read@${hidden}`]);
    expect((await post("list", {}, named)).calendars).toMatchObject([{ id: hidden, role: "reader" }]);
    expect((await post("show", { calendar: hidden }, named)).calendar).toMatchObject({ role: "reader" });
    const writer = await client([`calendars:write@${hidden}`]);
    const { event } = await post("events.create", { calendar: hidden, title: "x", ...TIMES }, writer);
    expect((await post("events.update", { event: event.id, title: "y" }, writer)).event.title).toBe("y");
    expect(await refuse("events.show", { event: event.id.replace(/^evt_....../, "evt_000000") }, writer)).toMatchObject(
      { status: 403 },
    );
    // A context that may write calendars but cannot see this one cannot delegate access to it.
    const derived = createCaller({ contextId: "ctx_derived", chain: [[`calendars:write@${hidden}`], ["calendars:*"]] });
    const shown = gateway.call("calendars.show", { calendar: hidden }, { caller: derived });
    await expect(shown).rejects.toMatchObject({ code: "calendars.calendar_not_found" });
  });
});

describe("a shared calendar", () => {
  it("gives each member the access of their role", async () => {
    const { post, refuse, calendar, event, ann, ben } = await openTestbed();
    const where = await calendar({}, ann);
    const { id } = await event(
      where,
      { title: "Plan", location: "Room", attendees: [{ email: "g@example.org" }] },
      ann,
    );
    const secret = await event(where, { title: "Secret", visibility: "private" }, ann);
    const relate = (relation: string) => post("share", { calendar: where, with: "agent:ben", relation }, ann);
    const title = async (event: string) => (await post("events.show", { event }, ben)).event.title;
    expect(await refuse("events.show", { event: id }, ben)).toMatchObject({ status: 404 });

    await relate("free_busy");
    const seen = (await post("events.show", { event: id }, ben)).event;
    expect(seen).toMatchObject({
      title: "Busy",
      attendees: [],
      descriptionRedactionStatus: "redacted",
      locationRedactionStatus: "redacted",
    });
    expect(JSON.stringify(seen)).not.toMatch(/Plan|Room|example/);
    expect(await refuse("export", { calendar: where }, ben)).toMatchObject({ status: 403 });

    await relate("reader");
    expect([await title(id), await title(secret.id)]).toEqual(["Plan", "Busy"]);
    expect(await refuse("events.update", { event: id, title: "x" }, ben)).toMatchObject({
      status: 403,
      code: "calendars.role_missing",
      body: { role: "reader", needed: "writer" },
    });

    await relate("writer");
    expect(await title(secret.id)).toBe("Secret");
    await post("events.update", { event: id, title: "New" }, ben);
    expect(await refuse("share", { calendar: where, with: "agent:x", relation: "reader" }, ben)).toMatchObject({
      status: 403,
    });
    expect((await post("show", { calendar: where }, ben)).members).toBeUndefined();

    await relate("manager");
    const { members } = await post("share", { calendar: where, with: "user:ctx_1", relation: "reader" }, ben);
    expect(members).toMatchObject([
      { type: "agent", id: "ben", relation: "manager" },
      { type: "user", id: "ctx_1" },
    ]);
    await post("update", { calendar: where, name: "Ours" }, ben);

    await post("unshare", { calendar: where, with: "agent:ben" }, ann);
    expect(await refuse("show", { calendar: where }, ben)).toMatchObject({ status: 404 });
    expect(await refuse("unshare", { calendar: where, with: "agent:ben" }, ann)).toMatchObject({
      status: 404,
      code: "calendars.member_not_found",
    });
  });

  it("can be left by a member, who learns nothing about the other members", async () => {
    const { post, refuse, calendar, ann, ben } = await openTestbed();
    const where = await calendar({}, ann);
    for (const one of ["ben", "cora"])
      await post("share", { calendar: where, with: `agent:${one}`, relation: "reader" }, ann);
    expect(await refuse("unshare", { calendar: where, with: "agent:cora" }, ben)).toMatchObject({ status: 403 });
    expect(await post("unshare", { calendar: where, with: "agent:ben" }, ben)).toEqual({ members: [] });
    expect((await post("list", {}, ben)).total).toBe(0);
  });

  it("is hidden from members while it is private and visible again afterwards", async () => {
    const { post, refuse, calendar, ann, ben } = await openTestbed();
    const where = await calendar({}, ann);
    await post("share", { calendar: where, with: "agent:ben", relation: "reader" }, ann);
    await post("update", { calendar: where, visibility: "private" }, ann);
    expect(await refuse("show", { calendar: where }, ben)).toMatchObject({ status: 404 });
    await post("update", { calendar: where, visibility: "shared" }, ann);
    expect((await post("show", { calendar: where }, ben)).calendar.role).toBe("reader");
  });

  it("cannot be shared with its owner or an invalid principal", async () => {
    const { refuse, calendar, ann } = await openTestbed();
    const where = await calendar({}, ann);
    for (const somebody of ["ben", "agent:", "group:x", "agent:a b", "agent:ann"])
      expect(
        await refuse("share", { calendar: where, with: somebody, relation: "reader" }, ann),
        somebody,
      ).toMatchObject({ status: 400, issues: [{ path: "/with" }] });
    expect(await refuse("share", { calendar: where, with: "agent:ben", relation: "owner" }, ann)).toMatchObject({
      status: 400,
    });
  });
});

describe("an invited agent", () => {
  it("sees the event it is invited to and nothing else of its calendar", async () => {
    const { post, refuse, calendar, event, ann, ben } = await openTestbed();
    const where = await calendar({}, ann);
    const invited = await event(where, { title: "Both", visibility: "private", attendees: [{ agent: "ben" }] }, ann);
    const other = await event(where, { title: "Alone" }, ann);
    expect((await post("events.show", { event: invited.id }, ben)).event).toMatchObject({ title: "Both" });
    expect(await refuse("events.show", { event: other.id }, ben)).toMatchObject({ status: 404 });
    expect(await refuse("events.update", { event: invited.id, title: "x" }, ben)).toMatchObject({ status: 403 });
    expect(await refuse("events.list", { calendar: where }, ben)).toMatchObject({ status: 404 });
  });

  it("finds the event once in its list, also with expanded series", async () => {
    const { post, calendar, event, ann, ben } = await openTestbed();
    const [hers, his] = [await calendar({}, ann), await calendar({}, ben)];
    const invited = { attendees: [{ agent: "ben" }] };
    await event(hers, { title: "Both", ...invited }, ann);
    await event(hers, { title: "Daily", recurrenceRule: "FREQ=DAILY;COUNT=3", ...invited }, ann);
    await event(hers, { title: "Alone" }, ann);
    await event(his, { title: "Own", attendees: [{ agent: "ben", kind: "organizer" }, { agent: "ann" }] }, ben);
    const titles = async (body: object = {}) =>
      (await post("events.list", body, ben)).events.map(({ title }: { title: string }) => title).toSorted();
    expect(await titles()).toEqual(["Both", "Daily", "Own"]);
    const window = { from: "2026-11-23", to: "2026-11-30" };
    expect(await titles({ ...window, expand: true })).toEqual(["Both", "Daily", "Daily", "Daily", "Own"]);
    expect(await post("events.list", { ...window, expand: true, limit: "1" }, ben)).toMatchObject({
      total: 5,
      nextOffset: 1,
    });
    expect(await titles({ query: "both" })).toEqual(["Both"]);
  });
});

describe("gateway events about calendars", () => {
  it("contain ids and no content", async () => {
    const { post, calendar, event, ann, emitted } = await openTestbed();
    const where = await calendar({ name: "Canary-name" }, ann);
    const { id } = await event(where, { title: "Canary-title", attendees: [{ email: "canary@example.org" }] }, ann);
    await post("events.update", { event: id, location: "Canary-place" }, ann);
    await post("events.cancel", { event: id, execute: true }, ann);
    await post("events.restore", { event: id }, ann);
    expect(JSON.stringify(emitted.filter(({ type }) => type.startsWith("calendars.")))).not.toMatch(/canary/i);
    expect(emitted.filter(({ type }) => type.startsWith("calendars.event.")).map(({ subject }) => subject)).toEqual([
      where,
      where,
      where,
      where,
    ]);
  });
});
