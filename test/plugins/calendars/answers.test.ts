import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at, DAY, MONDAY, openTestbed, type Testbed } from "./testbed.ts";

const DAILY = { recurrenceRule: "FREQ=DAILY;COUNT=5" };
const INVITED = { attendees: [{ agent: "ann" }, { agent: "ben" }, { email: "guest@example.org" }] };
const tuesday = at(MONDAY) + DAY;

async function openMeeting(said: object = {}) {
  const testbed = await openTestbed();
  const where = await testbed.calendar();
  const { id } = await testbed.event(where, { ...INVITED, ...said });
  const answer = (body: object, client = testbed.ann) =>
    testbed.post("events.respond", { event: id, execute: true, ...body }, client);
  const outbox = async () => (await testbed.post("outbox.list", { event: id, limit: "500" })).outbox ?? [];
  const answers = async (event = id) =>
    Object.fromEntries(
      (await testbed.post("events.show", { event })).event.attendees.map(
        (one: { agentId: string; email: string; responseStatus: string }) => [
          one.agentId || one.email,
          one.responseStatus,
        ],
      ),
    );
  return { ...testbed, where, id, answer, outbox, answers };
}

describe("a response", () => {
  it("is recorded for the caller's own agent only", async () => {
    const { id, answer, answers, emitted } = await openMeeting();
    const { event, outbox } = await answer({ status: "accepted" });
    expect(event.attendees).toMatchObject([
      { agentId: "ann", responseStatus: "accepted" },
      { agentId: "ben", responseStatus: "needs_action" },
      {},
    ]);
    expect(outbox).toMatchObject({
      operation: "respond",
      status: "acked",
      eventId: id,
      accountId: "local",
      attemptCount: 0,
      providerResult: {},
    });
    expect(outbox.payload).toMatchObject({ responseStatus: "accepted" });
    expect(event).not.toHaveProperty("attendees.0.outboxId");
    expect(await answers()).toEqual({ ann: "accepted", ben: "needs_action", "guest@example.org": "needs_action" });
    const [said] = emitted.filter(({ type }) => type === "calendars.event.responded");
    expect(said).toMatchObject({ data: { eventId: id, responseStatus: "accepted", outboxId: outbox.id } });
    expect(JSON.stringify(said)).not.toContain("Meeting");
  });

  it("is only planned by default, however often, and changes nothing", async () => {
    const { id, ann, post, answers } = await openMeeting();
    const plans = new Set<string>();
    for (let n = 0; n < 100; n++)
      plans.add(
        JSON.stringify(await post("events.respond", { event: id, status: "declined", idempotencyKey: "k" }, ann)),
      );
    const [plan] = [...plans].map((text) => JSON.parse(text));
    expect(plans.size).toBe(1);
    expect(plan).toMatchObject({ dryRun: true, plan: { event: id, responseStatus: "declined", changed: true } });
    expect(await answers()).toMatchObject({ ann: "needs_action" });
    expect(
      (await post("events.respond", { event: id, status: "accepted", idempotencyKey: "k", execute: true }, ann)).outbox,
    ).toBeDefined();
  });

  it("without a status shows the current response and changes nothing", async () => {
    const { id, answer, outbox, emitted, post, ann } = await openMeeting();
    const isOurs = ({ type }: { type: string }) => type.startsWith("calendars.");
    const [count, before] = [emitted.filter(isOurs).length, await outbox()];
    for (const execute of [{}, { execute: true }]) {
      const shown = await post("events.respond", { event: id, idempotencyKey: "k", ...execute }, ann);
      expect(shown).toMatchObject({ changed: false, attendee: { agentId: "ann", responseStatus: "needs_action" } });
      const known = Object.values(shown.outbox).filter((value) => value !== "" && value !== 0);
      // Without an entry all fields are empty, including the two objects.
      expect([shown.outbox.status, known]).toEqual(["", [{}, {}]]);
    }
    expect(await outbox()).toEqual(before);
    expect(emitted.filter(isOurs)).toHaveLength(count);
    const given = await answer({ status: "tentative", idempotencyKey: "k" });
    expect(given).toMatchObject({ changed: true, attendee: { responseStatus: "tentative" } });
    expect(await answer({ status: "tentative" })).toMatchObject({ changed: false });
    const after = await answer({});
    expect(after).toMatchObject({ changed: false, attendee: { responseStatus: "tentative" }, outbox: given.outbox });
    await post("events.cancel", { event: id, execute: true });
    expect(await answer({})).toMatchObject({ changed: false, event: { status: "cancelled" } });
  });

  it("finds the attendee by agent or by e-mail, ignoring case and spaces", async () => {
    const { answer, answers, admin } = await openMeeting();
    await answer({ attendeeEmail: " GUEST@Example.ORG ", status: "tentative" }, admin);
    await answer({ attendeeAgent: "ben", status: "declined" }, admin);
    expect(await answers()).toMatchObject({ ben: "declined", "guest@example.org": "tentative" });
  });

  it.each([
    [{ status: "accepted", attendeeAgent: "ann", attendeeEmail: "guest@example.org" }, 400, "gateway.invalid_input"],
    [{ status: "accepted", attendeeEmail: "nobody@example.org" }, 404, "calendars.attendee_not_found"],
    [{ status: "accepted", attendeeAgent: "cora" }, 404, "calendars.attendee_not_found"],
    [{ status: "accepted" }, 400, "gateway.invalid_input"],
    [{ status: "maybe", attendeeAgent: "ann" }, 400, "gateway.invalid_input"],
    [{ status: "accepted", attendeeAgent: "ann", idempotencyKey: "" }, 400, "gateway.invalid_input"],
    [{ status: "accepted", attendeeAgent: "ann", execute: "true" }, 400, "gateway.invalid_input"],
  ])("%j is rejected with and without execute, and adds no attendee", async (body, status, code) => {
    const { id, refuse, answers } = await openMeeting();
    for (const execute of "execute" in body ? [{}] : [{}, { execute: true }])
      expect(await refuse("events.respond", { event: id, ...execute, ...body })).toMatchObject({ status, code });
    expect(Object.keys(await answers())).toHaveLength(3);
  });

  it("for others requires the right to write to that calendar", async () => {
    const { id, where, refuse, post, ann, ben, client } = await openMeeting();
    const forBen = { event: id, attendeeAgent: "ben", status: "accepted" };
    expect(await refuse("events.respond", forBen, ann)).toMatchObject({
      status: 403,
      code: "calendars.not_your_answer",
    });
    await post("share", { calendar: where, with: "agent:ann", relation: "reader" });
    expect(await refuse("events.respond", forBen, ann)).toMatchObject({
      status: 403,
      code: "calendars.not_your_answer",
    });
    await post("share", { calendar: where, with: "agent:ann", relation: "writer" });
    expect(await post("events.respond", { ...forBen, execute: true }, ann)).toHaveProperty("outbox");
    // A key that may only respond can respond for its own agent.
    const narrow = await client(["calendars.events.respond"], "ann");
    expect(await refuse("events.respond", forBen, narrow)).toMatchObject({ status: 403 });
    expect(await post("events.respond", { event: id, status: "tentative", execute: true }, narrow)).toHaveProperty(
      "outbox",
    );
    // A caller who sees only times does not learn who is invited.
    const dan = await client(["calendars:*"], "dan");
    await post("share", { calendar: where, with: "agent:dan", relation: "free_busy" });
    for (const attendeeAgent of ["ben", "nobody"])
      expect(await refuse("events.respond", { ...forBen, attendeeAgent }, dan)).toMatchObject({ status: 403 });
    expect(await refuse("events.respond", { event: `${id}0`, status: "accepted" }, ben)).toMatchObject({ status: 404 });
    const eve = await client(["calendars:*"], "eve");
    expect(await refuse("events.respond", forBen, eve)).toMatchObject({
      status: 404,
      code: "calendars.event_not_found",
    });
    expect(await refuse("events.respond", forBen, await client(["calendars:read"], "ben"))).toMatchObject({
      status: 403,
    });
  });

  it("to a cancelled event is rejected", async () => {
    const { id, post, refuse, ann } = await openMeeting();
    await post("events.cancel", { event: id, execute: true });
    expect(await refuse("events.respond", { event: id, status: "accepted" }, ann)).toMatchObject({
      status: 409,
      code: "calendars.event_cancelled",
    });
  });

  it("that is repeated changes nothing and returns the same outbox entry", async () => {
    const { answer, outbox } = await openMeeting();
    const first = await answer({ status: "accepted" });
    const again = await answer({ status: "accepted" });
    expect(again).toEqual({ ...first, changed: false });
    expect((await outbox()).filter(({ operation }: { operation: string }) => operation === "respond")).toHaveLength(1);
    const back = await answer({ status: "needs_action" });
    expect(back.outbox.id).not.toBe(first.outbox.id);
  });

  it("with the initial status creates an outbox entry the first time", async () => {
    const { answer } = await openMeeting();
    const { outbox } = await answer({ status: "needs_action" });
    expect(outbox).toMatchObject({ operation: "respond", payload: { responseStatus: "needs_action" } });
  });

  it("is recorded once per idempotency key, even with fifty concurrent calls", async () => {
    const { answer, outbox, answers } = await openMeeting();
    const given = await Promise.all(
      Array.from({ length: 50 }, () => answer({ status: "accepted", idempotencyKey: "k" })),
    );
    expect(new Set(given.map((one) => one.outbox.id)).size).toBe(1);
    expect(given[0].outbox.idempotencyKey).toBe("k");
    expect((await outbox()).filter(({ operation }: { operation: string }) => operation === "respond")).toHaveLength(1);
    expect(await answers()).toMatchObject({ ann: "accepted" });
  });

  it("permanently occupies its key: another status, attendee or event needs another key", async () => {
    const { id, where, event, answer, answers, refuse, ann, admin } = await openMeeting();
    const first = await answer({ status: "accepted", idempotencyKey: "k" });
    for (const body of [{ status: "declined" }, { status: "declined", execute: true }])
      expect(await refuse("events.respond", { event: id, idempotencyKey: "k", ...body }, ann)).toMatchObject({
        status: 409,
        code: "calendars.answer_conflict",
      });
    const other = await event(where, INVITED);
    expect(
      await refuse("events.respond", { event: other.id, status: "accepted", idempotencyKey: "k" }, ann),
    ).toMatchObject({ status: 409 });
    await answer({ status: "declined" });
    // Repeating the call records no new response.
    expect((await answer({ status: "accepted", idempotencyKey: "k" })).outbox.id).toBe(first.outbox.id);
    expect(await answers()).toMatchObject({ ann: "declined" });
    // Keys belong to the caller.
    await answer({ attendeeAgent: "ben", status: "declined", idempotencyKey: "k" }, admin);
    expect(await answers()).toMatchObject({ ben: "declined" });
  });

  it("binds its key even if it changes nothing", async () => {
    const { id, answer, refuse, ann } = await openMeeting();
    await answer({ status: "accepted" });
    await answer({ status: "accepted", idempotencyKey: "k" });
    expect(await refuse("events.respond", { event: id, status: "declined", idempotencyKey: "k" }, ann)).toMatchObject({
      status: 409,
    });
  });

  it("does not affect concurrent responses of other attendees", async () => {
    const { answer, answers, admin } = await openMeeting();
    await Promise.all([
      answer({ status: "accepted" }),
      answer({ attendeeAgent: "ben", status: "declined" }, admin),
      answer({ attendeeEmail: "guest@example.org", status: "tentative" }, admin),
    ]);
    expect(await answers()).toEqual({ ann: "accepted", ben: "declined", "guest@example.org": "tentative" });
  });
});

describe("a response to a series", () => {
  it("applies to all occurrences without an individual response", async () => {
    const { id, answer, answers } = await openMeeting(DAILY);
    await answer({ event: `${id}@${tuesday}`, status: "declined" });
    expect([await answers(), await answers(`${id}@${tuesday}`)]).toMatchObject([
      { ann: "needs_action" },
      { ann: "declined" },
    ]);
    await answer({ status: "accepted" });
    expect(await answers(`${id}@${tuesday + DAY}`)).toMatchObject({ ann: "accepted" });
    expect(await answers(`${id}@${tuesday}`)).toMatchObject({ ann: "declined" });
  });

  it("applies to occurrences with other individual changes, including moved ones", async () => {
    const { id, post, answer, answers } = await openMeeting(DAILY);
    await post("events.update", { event: `${id}@${tuesday}`, startAt: "2026-11-24T18:00:00+01:00" });
    await answer({ status: "accepted" });
    expect(await answers(`${id}@${tuesday}`)).toMatchObject({ ann: "accepted" });
    const { event } = await answer({ event: `${id}@${tuesday}`, status: "declined" });
    expect(event).toMatchObject({ startAt: at("2026-11-24T18:00:00+01:00"), originalStartAt: tuesday });
  });

  it("is rejected for a cancelled occurrence or one that does not exist", async () => {
    const { id, refuse, ann, post } = await openMeeting(DAILY);
    expect(await refuse("events.respond", { event: `${id}@${tuesday + 1}`, status: "accepted" }, ann)).toMatchObject({
      status: 404,
    });
    await post("events.cancel", { event: `${id}@${tuesday}`, execute: true });
    expect(await refuse("events.respond", { event: `${id}@${tuesday}`, status: "accepted" }, ann)).toMatchObject({
      status: 409,
    });
  });
});

describe("responses in any order", () => {
  type Step = { who: string; what: "series" | number; status: string; key: string | undefined };
  const step: fc.Arbitrary<Step> = fc.record({
    who: fc.constantFrom("ann", "ben"),
    what: fc.oneof(fc.constant("series" as const), fc.integer({ min: 0, max: 2 })),
    status: fc.constantFrom("accepted", "declined", "tentative", "needs_action", "unknown"),
    key: fc.option(fc.constantFrom("k1", "k2", "k3"), { nil: undefined }),
  });

  /** Computes the expected result. */
  function newModel() {
    const series = new Map<string, string>();
    const apart = new Map<string, string>();
    const given = new Set<string>();
    const keys = new Map<string, string>();
    const nowOf = (who: string, what: Step["what"]) =>
      (what === "series" ? undefined : apart.get(`${who} ${what}`)) ?? series.get(who) ?? "needs_action";
    return {
      nowOf,
      /** Returns false if the step is rejected. */
      take({ who, what, status, key }: Step): boolean {
        const call = `${who} ${what} ${status}`;
        if (key !== undefined) {
          const before = keys.get(`${who} ${key}`);
          if (before !== undefined) return before === call;
          keys.set(`${who} ${key}`, call);
        }
        const isGiven = given.has(who) || (what !== "series" && apart.has(`${who} ${what}`));
        if (nowOf(who, what) === status && isGiven) return true;
        if (what === "series") {
          series.set(who, status);
          given.add(who);
        } else apart.set(`${who} ${what}`, status);
        return true;
      },
    };
  }

  async function expectAlike(testbed: Testbed, steps: Step[]): Promise<void> {
    const where = await testbed.calendar();
    const { id } = await testbed.event(where, { attendees: [{ agent: "ann" }, { agent: "ben" }], ...DAILY });
    const ref = (what: Step["what"]) => (what === "series" ? id : `${id}@${at(MONDAY) + what * DAY}`);
    const model = newModel();
    const mark = `${id}-`;
    for (const one of steps) {
      const { who, what, status, key } = one;
      const body = { event: ref(what), status, execute: true, ...(key && { idempotencyKey: mark + key }) };
      const reply = await (who === "ann" ? testbed.ann : testbed.ben).post("calendars.events.respond", body);
      expect({ one, status: reply.status }).toEqual({ one, status: model.take(one) ? 200 : 409 });
    }
    for (const what of ["series", 0, 1, 2, 3] as const) {
      const { event } = await testbed.post("events.show", { event: ref(what) });
      for (const { agentId, responseStatus } of event.attendees)
        expect({ what, agentId, responseStatus }).toEqual({
          what,
          agentId,
          responseStatus: model.nowOf(agentId, what),
        });
    }
  }

  it("match a model of the expected result", async () => {
    const testbed = await openTestbed();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => expectAlike(testbed, steps)),
      { numRuns: 40 },
    );
  });
});
