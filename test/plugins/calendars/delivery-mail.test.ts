import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { messageIdOf } from "../../../plugins/calendars/src/delivery/smtp/send.ts";
import { type Mail, PASSWORD, smtpError, startMailServer } from "./delivery-servers.ts";
import { DAY, MONDAY, openTestbed, planted } from "./delivery-testbed.ts";

/** The calendar part of a message, parsed as a mail program would. */
function calendarIn({ text }: Mail) {
  const part = /Content-Type: text\/calendar;[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(text);
  if (!part) throw new Error("The mail has no calendar part");
  const head = text.slice(part.index, part.index + part[0].indexOf("\r\n\r\n"));
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(head);
  const isQuoted = /Content-Transfer-Encoding: quoted-printable/i.test(head);
  const body = part[1] as string;
  const plain = isBase64
    ? Buffer.from(body, "base64").toString()
    : isQuoted
      ? Buffer.from(
          body
            .replace(/=\r\n/g, "")
            .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          "latin1",
        ).toString()
      : body;
  return { head, calendar: new ICAL.Component(ICAL.parse(plain)) };
}
const headerIn = ({ text }: Mail, name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(text)?.[1]?.trim();

async function scene({ password }: { password?: string } = {}, more: object = {}) {
  const server = await startMailServer({ ...(password !== undefined && { password }) });
  const testbed = await openTestbed();
  if (password !== undefined) await testbed.connect("smtp");
  const calendar = await testbed.mailAccount(server.port, password === undefined ? {} : { connection: "home" });
  const event = planted(calendar, "request-1", { accountId: "mail", sequence: 3, ...more });
  await testbed.post("seeds.plant", { events: [event] });
  return { server, testbed, event: event.id, calendar };
}

describe("a response by e-mail", () => {
  it("is an iTIP REPLY with the request's UID, sequence, organizer and exactly one attendee", async () => {
    const { server, testbed, event } = await scene();
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    const entry = await testbed.sees(id, { status: "sent", attemptCount: 1 });
    const [mail] = server.mails as [Mail];
    expect(mail).toMatchObject({ from: "ada@example.com", to: ["bob@example.com"] });
    const { head, calendar } = calendarIn(mail);
    expect(head).toMatch(/method=REPLY/);
    expect(calendar.getFirstPropertyValue("method")).toBe("REPLY");
    const [reply, ...others] = calendar.getAllSubcomponents("vevent");
    expect(others).toEqual([]);
    expect(reply?.getFirstPropertyValue("uid")).toBe("request-1");
    expect(reply?.getFirstPropertyValue("sequence")).toBe(3);
    expect(reply?.getFirstPropertyValue("organizer")).toBe("mailto:bob@example.com");
    expect(reply?.hasProperty("recurrence-id")).toBe(false);
    // The semicolon separates the status code from its description (RFC 5545, 3.8.8.3) and must not be escaped.
    expect(reply?.toString()).toContain("\r\nREQUEST-STATUS:2.0;Success\r\n");
    const attendees = reply?.getAllProperties("attendee") ?? [];
    expect(attendees.map((one) => [one.getFirstValue(), one.getFirstParameter("partstat")])).toEqual([
      ["mailto:ada@example.com", "ACCEPTED"],
    ]);
    expect(String(reply?.getFirstPropertyValue("dtstart"))).toBe("2026-11-23T09:00:00Z");
    expect(entry.providerResult).toEqual({
      messageId: headerIn(mail, "Message-ID"),
      accepted: ["bob@example.com"],
      rejected: [],
    });
  });

  it("identifies the occurrence of a series that it answers", async () => {
    const { server, testbed, event } = await scene(
      {},
      { recurrenceRule: "FREQ=DAILY;COUNT=5", lastAt: MONDAY + 5 * DAY },
    );
    const { id } = await testbed.respond(`${event}@${MONDAY + DAY}`, "ada@example.com", "declined");
    await testbed.sees(id, { status: "sent" });
    const reply = calendarIn(server.mails[0] as Mail).calendar.getFirstSubcomponent("vevent");
    expect(String(reply?.getFirstPropertyValue("recurrence-id"))).toBe("2026-11-24T09:00:00Z");
    expect(reply?.hasProperty("rrule")).toBe(false);
  });

  it("keeps its Message-ID across attempts; another response has a new ID", async () => {
    const { server, testbed, event } = await scene();
    server.state.refuse = (stage) => (stage === "data" ? smtpError(451) : undefined);
    const first = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(first.id, { status: "failed", lastErrorCode: "server_error" });
    server.state.refuse = undefined;
    await testbed.advance(DAY);
    await testbed.sees(first.id, { status: "sent", attemptCount: 2 });
    const second = await testbed.respond(event, "ada@example.com", "declined");
    await testbed.sees(second.id, { status: "sent" });
    const ids = server.mails.map((mail) => headerIn(mail, "Message-ID"));
    expect(ids).toEqual([first, second].map(({ idempotencyKey }) => messageIdOf(idempotencyKey, "ada@example.com")));
    expect(new Set(ids).size).toBe(2);
  });

  it("is not sent if it is unknown and fails permanently without an organizer", async () => {
    const { server, testbed, event, calendar } = await scene();
    expect(await testbed.respond(event, "ada@example.com", "unknown")).toMatchObject({ status: "acked" });
    const alone = planted(calendar, "2", { accountId: "mail" });
    await testbed.post("seeds.plant", { events: [{ ...alone, attendees: alone.attendees.slice(1) }] });
    const { id } = await testbed.respond(alone.id, "ada@example.com", "accepted");
    await testbed.sees(id, { status: "dead", lastErrorCode: "organizer_missing" });
    expect(server.mails).toEqual([]);
  });

  it("contains no lines injected by a title or a name", async () => {
    const { server, testbed, event } = await scene(
      {},
      { title: "Lunch\r\nBcc: eve@example.com\r\n\r\nATTENDEE:mailto:eve@example.com" },
    );
    await testbed.sees((await testbed.respond(event, "ada@example.com", "accepted")).id, { status: "sent" });
    const [mail] = server.mails as [Mail];
    expect(mail.to).toEqual(["bob@example.com"]);
    expect(headerIn(mail, "Bcc")).toBeUndefined();
    expect(calendarIn(mail).calendar.getFirstSubcomponent("vevent")?.getAllProperties("attendee")).toHaveLength(1);
  });
});

describe("an invitation by e-mail", () => {
  const HOUR = 3_600_000;
  async function invited(more: object = {}) {
    const { server, testbed, calendar } = await scene();
    const made = await testbed.post("calendars.events.create", {
      calendar,
      title: "Review",
      startAt: String(MONDAY),
      endAt: String(MONDAY + HOUR),
      attendees: [{ email: "cleo@example.com", displayName: "Cleo" }, { email: "dan@example.com" }],
      execute: true,
      ...more,
    });
    await testbed.sees(made.outbox.id, { status: "sent" });
    return { server, testbed, event: made.event.id };
  }
  const eventIn = (mail: Mail) => calendarIn(mail).calendar.getFirstSubcomponent("vevent");
  const methodIn = (mail: Mail) => calendarIn(mail).calendar.getFirstPropertyValue("method");
  const namesIn = (mail: Mail) =>
    eventIn(mail)
      ?.getAllProperties("attendee")
      .map((one) => one.getFirstValue());

  it("is a REQUEST to all guests with the time zone and the organizer", async () => {
    const { server } = await invited();
    const [mail] = server.mails as [Mail];
    expect(methodIn(mail)).toBe("REQUEST");
    expect(mail.to).toEqual(["cleo@example.com", "dan@example.com"]);
    expect(namesIn(mail)).toEqual(expect.arrayContaining(["mailto:cleo@example.com", "mailto:dan@example.com"]));
    expect(eventIn(mail)?.getFirstPropertyValue("organizer")).toBe("mailto:ada@example.com");
    expect(calendarIn(mail).calendar.getFirstSubcomponent("vtimezone")?.getFirstPropertyValue("tzid")).toBe(
      "Europe/Berlin",
    );
  });

  it("is updated by a REQUEST with a higher sequence and withdrawn by a CANCEL", async () => {
    const { server, testbed, event } = await invited();
    expect(await testbed.post("calendars.events.update", { event, title: "Moved" })).toMatchObject({
      dryRun: true,
      plan: { effects: [expect.stringMatching(/^Sends e-mail to 2 guests /)], notifiedGuests: 2 },
    });
    const update = await testbed.post("calendars.events.update", { event, title: "Moved", execute: true });
    await testbed.sees(update.outbox.id, { status: "sent" });
    const cancel = await testbed.post("calendars.events.cancel", { event, execute: true });
    await testbed.sees(cancel.outbox.id, { status: "sent" });
    const [first, second, third] = server.mails as [Mail, Mail, Mail];
    expect([first, second, third].map(methodIn)).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
    const sequences = [first, second, third].map((mail) => Number(eventIn(mail)?.getFirstPropertyValue("sequence")));
    expect(sequences[0]).toBeLessThan(sequences[1] as number);
    expect(sequences[1]).toBeLessThan(sequences[2] as number);
    expect(eventIn(third)?.getFirstPropertyValue("status")).toBe("CANCELLED");
    expect(new Set(server.mails.map((mail) => headerIn(mail, "Message-ID"))).size).toBe(3);
  });

  it("is cancelled only for a guest who is removed", async () => {
    const { server, testbed, event } = await invited();
    const removed = { event, email: "dan@example.com", execute: true };
    const { outbox } = await testbed.post("calendars.events.attendees.remove", removed);
    if (outbox) await testbed.sees(outbox.id, { status: "sent" });
    const cancelled = server.mails.filter((mail) => methodIn(mail) === "CANCEL");
    expect(cancelled.map(({ to }) => to)).toEqual([["dan@example.com"]]);
    expect(namesIn(cancelled[0] as Mail)).toEqual(["mailto:dan@example.com"]);
    const asked = server.mails.filter((mail) => methodIn(mail) === "REQUEST").at(-1) as Mail;
    expect(asked.to).toEqual(["cleo@example.com"]);
  });

  it("is cancelled for a single occurrence only if that occurrence is cancelled", async () => {
    const { server, testbed, event } = await invited({ recurrenceRule: "FREQ=DAILY;COUNT=5" });
    const { outbox } = await testbed.post("calendars.events.cancel", {
      event: `${event}@${MONDAY + DAY}`,
      execute: true,
    });
    await testbed.sees(outbox.id, { status: "sent" });
    const cancel = eventIn(server.mails[1] as Mail);
    expect(String(cancel?.getFirstPropertyValue("recurrence-id"))).toBe("2026-11-24T10:00:00");
    expect(cancel?.hasProperty("rrule")).toBe(false);
  });
});

describe("a mail server", () => {
  it("that rejects the password stops the account until the secret is rotated", async () => {
    const { server, testbed, event } = await scene({ password: "another" });
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.accountSees("mail", { status: "stopped", statusReason: "unauthorized" });
    expect(await testbed.entry(id)).toMatchObject({ status: "failed", lastErrorCode: "unauthorized" });
    await testbed.post("credentials.connections.rotate", { connection: "home", provider: "smtp", secret: "another" });
    await testbed.accountSees("mail", { status: "active" });
    await testbed.sees(id, { status: "sent" });
    expect(server.mails).toHaveLength(1);
  });

  it("is contacted when the secret of its connection is checked", async () => {
    const { testbed } = await scene({ password: PASSWORD });
    const named = { connection: "home", provider: "smtp", execute: true };
    expect(await testbed.post("credentials.connections.check", named)).toMatchObject({ ok: true });
    await testbed.post("credentials.connections.rotate", { connection: "home", provider: "smtp", secret: "wrong" });
    expect(await testbed.post("credentials.connections.check", named)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("rejected"),
    });
  });

  it.each([
    [550, "dead", "rejected"],
    [450, "failed", "server_error"],
    [421, "failed", "rate_limited"],
  ])("that responds to the recipient with %i leaves the entry %s (%s)", async (number, status, lastErrorCode) => {
    const { server, testbed, event } = await scene();
    server.state.refuse = (stage) => (stage === "to" ? smtpError(number) : undefined);
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(id, { status, lastErrorCode });
  });

  it("that is unreachable leaves the entry failed until it can be reached", async () => {
    const { testbed, event } = await scene();
    const config = { host: "127.0.0.1", port: 1, secure: false, from: "ada@example.com" };
    await testbed.post("calendars.accounts.update", { id: "mail", config });
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(id, { status: "failed", lastErrorCode: "unreachable" });
    const other = await startMailServer();
    await testbed.post("calendars.accounts.update", { id: "mail", config: { ...config, port: other.port } });
    await testbed.post("calendars.outbox.retry", { id });
    await testbed.sees(id, { status: "sent" });
  });
});
