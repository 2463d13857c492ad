import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import agents from "@postern/agents";
import calendars from "@postern/calendars";
import { defineCommand, defineGroup, definePlugin, type GatewayEvent, T } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";
import { type EventRecord, events as sourceEvents } from "../../../plugins/calendars/src/collections.ts";
import { declared } from "../../run/declared.ts";
import { dueIn, watchLooks } from "../../run/looks.ts";
import { until } from "../../run/until.ts";
import { PASSWORD, USER } from "./delivery-servers.ts";

const events = declared(calendars(), sourceEvents);
const group = defineGroup("seeds", { title: "Seeds" });

/** Stores events as if they had been imported. */
const plant = defineCommand(group, {
  id: "seeds.plant",
  summary: "Plant",
  input: T.Object({ events: T.Array(T.Unknown()) }),
  output: T.Object({}),
  bodyLimit: 2 ** 26,
  plan: () => ({ summary: "Plant" }),
  async execute({ store }, _plan, input) {
    for (const event of input.events as EventRecord[]) await store.put(events, event);
    return {};
  },
});
const seeds = definePlugin(group, { version: "1.0.0", operations: [plant] });

interface Options {
  readonly storage?: ReturnType<typeof memory>;
  readonly background?: boolean;
}

/** A gateway with calendars, credentials and agents. */
export async function openTestbed({ storage = memory(), background = true }: Options = {}) {
  let behind = 0;
  const folder = mkdtempSync(join(tmpdir(), "postern-calendars-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vault = { folder: join(folder, "vault"), keys: join(folder, "keys") };
  const watched = watchLooks(storage, dueIn("calendars.deliveries"));
  const testbed = await testGateway({
    plugins: [
      service(),
      credentials({ backend: "vault", vault }),
      agents(),
      calendars({ timezone: "Europe/Berlin" }),
      seeds(),
    ],
    storage: watched.storage,
    background,
    now: () => Date.now() - behind,
  });
  onTestFinished(() => testbed.stop());
  const emitted: GatewayEvent[] = [];

  async function post(id: string, body: object = {}, client: Client = testbed.admin) {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const entry = async (id: string) => (await post("calendars.outbox.show", { id })).entry;

  return {
    ...testbed,
    emitted,
    storage,
    post,
    entry,
    /** Sets the clock back. */
    setBack(milliseconds: number) {
      behind += milliseconds;
    },
    /** A connection with the password of the test servers. */
    connect: (provider: string, secret = PASSWORD, connection = "home") =>
      post("credentials.connections.create", { provider, connection, secret }),
    /** Creates an account for a single calendar of a CalDAV server, and a local calendar for it. */
    async davAccount(
      url: string,
      calendarUrl: string,
      { connection, username = USER, from }: { connection?: string; username?: string; from?: string } = {},
    ) {
      const config = { url, calendarUrl, ...(connection !== undefined && { username }), ...(from && { from }) };
      await post("calendars.accounts.create", {
        id: "home",
        provider: "caldav",
        ...(connection && { connection }),
        config,
      });
      return (await post("calendars.create", { name: "Work", account: "home", timezone: "Europe/Berlin" })).calendar
        .id as string;
    },
    async mailAccount(port: number, { connection }: { connection?: string } = {}) {
      const config = { host: "127.0.0.1", port, secure: false, from: "ada@example.com" };
      const named = connection === undefined ? {} : { connection, config: { ...config, username: USER } };
      await post("calendars.accounts.create", { id: "mail", provider: "smtp", config, ...named });
      return (await post("calendars.create", { name: "Mail", account: "mail", timezone: "Europe/Berlin" })).calendar
        .id as string;
    },
    /** Waits until an outbox entry has these values. */
    async sees(id: string, expected: object) {
      await until(async () => expect(await entry(id)).toMatchObject(expected));
      return entry(id);
    },
    /** Waits until all deliveries that are due have been attempted. */
    async idle() {
      await watched.looked();
      const running = async () => (await post("calendars.outbox.list", { status: "leased" })).outbox;
      await until(async () => expect(await running()).toEqual([]));
    },
    async accountSees(id: string, expected: object) {
      const look = async () => (await post("calendars.accounts.show", { id })).account;
      await until(async () => expect(await look()).toMatchObject(expected));
    },
    /** Responds for an attendee and returns the outbox entry. */
    respond: async (event: string, attendeeEmail: string, status: string) =>
      (await post("calendars.events.respond", { event, attendeeEmail, status, execute: true })).outbox,
  };
}

const HOUR = 3_600_000;
/** 2026-11-23, 10:00 in Berlin. */
export const MONDAY = Date.UTC(2026, 10, 23, 9);
export const DAY = 24 * HOUR;

/** An event as imported from a server: Bob invites Ada and Cleo. */
export function planted(calendarId: string, uid: string, more: Partial<EventRecord> = {}): EventRecord {
  const id = `evt_${calendarId.slice(4)}${uid.padStart(13, "0")}`;
  const now = Date.now();
  const person = (name: string, kind: "organizer" | "required", responseStatus: "accepted" | "needs_action") => ({
    id: `att_${name}`,
    eventId: id,
    displayName: name,
    email: `${name}@example.com`,
    normalizedEmail: `${name}@example.com`,
    kind,
    responseStatus,
    raw: {},
    createdAt: now,
    updatedAt: now,
  });
  return {
    id,
    uid,
    icalUid: uid,
    accountId: "home",
    calendarId,
    title: `Event ${uid}`,
    startTimezone: "Europe/Berlin",
    endTimezone: "Europe/Berlin",
    allDay: false,
    startAt: MONDAY,
    endAt: MONDAY + HOUR,
    createdAt: now,
    updatedAt: now,
    sequence: 0,
    busyStatus: "busy",
    status: "confirmed",
    visibility: "default",
    descriptionRedactionStatus: "full_local",
    locationRedactionStatus: "full_local",
    recurrence: {},
    providerProvenance: {},
    safePayload: {},
    attendees: [
      person("bob", "organizer", "accepted"),
      person("ada", "required", "needs_action"),
      person("cleo", "required", "needs_action"),
    ],
    ...more,
  };
}

/** The same event as an object on the server, with an unknown property; `rule` makes it a series. */
export function objectOf(uid: string, { rule, sequence = 0 }: { rule?: string; sequence?: number } = {}): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Somebody//Else//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261101T120000Z",
    "DTSTART;TZID=Europe/Berlin:20261123T100000",
    "DTEND;TZID=Europe/Berlin:20261123T110000",
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `SUMMARY:Event ${uid}`,
    `SEQUENCE:${sequence}`,
    "ORGANIZER;CN=Bob:mailto:bob@example.com",
    "ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@example.com",
    "ATTENDEE;CN=Ada;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;X-ROOM=4:mailto:Ada@Example.com",
    "ATTENDEE;CN=Cleo;PARTSTAT=NEEDS-ACTION:mailto:cleo@example.com",
    "X-SOMEBODY-ELSE;X-P=1:kept\\, as it is",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** The responses in an object by occurrence (`-` for the series). */
export function partstatsIn(ics: string): Record<string, Record<string, string>> {
  const unfolded = ics.replace(/\r?\n[ \t]/g, "");
  const found: Record<string, Record<string, string>> = {};
  for (const [, event = ""] of unfolded.matchAll(/BEGIN:VEVENT\r?\n([\s\S]*?)END:VEVENT/g)) {
    const at = /^RECURRENCE-ID[^:]*:(.*?)\r?$/m.exec(event)?.[1] ?? "-";
    found[at] = Object.fromEntries(
      [...event.matchAll(/^ATTENDEE([^:]*):mailto:(\w+)@/gim)].map(([, parameters = "", name = ""]) => [
        name.toLowerCase(),
        /PARTSTAT=([A-Z-]+)/.exec(parameters)?.[1] ?? "NEEDS-ACTION",
      ]),
    );
  }
  return found;
}
