import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { startProxy } from "./delivery-servers.ts";
import { MONDAY, openTestbed } from "./delivery-testbed.ts";
import { startRadicale } from "./radicale.ts";

const HOUR = 3_600_000;
const live = it.skipIf(!has("radicale"));

/** Radicale as a server that invites guests, which it does not do itself (RFC 6638). */
function inviting(proxy: Awaited<ReturnType<typeof startProxy>>, principal: string, address: string) {
  const href = `<href>mailto:${address}</href><href>${principal}</href>`;
  const prop = `<prop><C:calendar-user-address-set>${href}</C:calendar-user-address-set></prop>`;
  const propstat = `<propstat>${prop}<status>HTTP/1.1 200 OK</status></propstat>`;
  const body = `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>${principal}</href>${propstat}</response></multistatus>`;
  proxy.state.fault = (request, response, pass) => {
    if (request.method === "OPTIONS")
      return void response.writeHead(200, { dav: "1, 3, calendar-access, calendar-auto-schedule" }).end();
    if (request.method === "PROPFIND" && request.url === principal)
      return void response.writeHead(207, { "content-type": "application/xml" }).end(body);
    pass();
  };
}

async function scene(user: string, from?: string) {
  const server = await startRadicale({ user });
  const proxy = await startProxy(server.origin);
  const testbed = await openTestbed();
  await testbed.connect("caldav");
  const account = { connection: "home", username: user, ...(from !== undefined && { from }) };
  const calendar = await testbed.davAccount(`${proxy.origin}/`, proxy.at(server.calendar), account);
  const input = { calendar, title: "Review", startAt: String(MONDAY), endAt: String(MONDAY + HOUR) };
  const attendees = [{ email: "cleo@example.com" }];
  return {
    proxy,
    testbed,
    /** The effects in the plan of an event with a guest. */
    effects: async () => (await testbed.post("calendars.events.create", { ...input, attendees })).plan.effects,
    /** Creates an event and returns its object on the server. */
    async created(more: object = { attendees }) {
      const made = await testbed.post("calendars.events.create", { ...input, ...more, execute: true });
      await testbed.sees(made.outbox.id, { status: "acked" });
      return {
        event: made.event.id as string,
        text: (await server.get((await server.names())[0] ?? "")).replace(/\r\n /g, ""),
      };
    },
  };
}

const UPDATE = "Updates the calendar server of the account home";

describe("an event with guests on a CalDAV server (needs radicale installed)", () => {
  live("has the user as organizer, and its plan says that guests are not notified", async () => {
    const { created, effects, testbed } = await scene("ada@example.com");
    expect(await effects()).toEqual([
      UPDATE,
      "Whether the server notifies 1 guest is known after the first synchronization",
    ]);
    const { event, text } = await created();
    expect(text).toMatch(/^ORGANIZER:mailto:ada@example\.com\r$/m);
    expect(text).toMatch(/^ATTENDEE.*:mailto:cleo@example\.com\r$/m);
    const nobody = "1 guest will not be notified: the calendar server does not send invitations";
    expect(await effects()).toEqual([UPDATE, nobody]);
    const plan = async (change: "update" | "cancel", more: object = {}) =>
      (await testbed.gateway.plan(`calendars.events.${change}`, { event, ...more } as never)).plan.effects;
    expect(await plan("update", { title: "Moved" })).toEqual([UPDATE, nobody]);
    expect(await plan("cancel")).toEqual([UPDATE, nobody]);
  });

  live("is delivered without an organizer if the server does not tell who the user is", async () => {
    const { proxy, created } = await scene("ada");
    proxy.state.fault = (request, response, pass) => {
      if (request.method === "OPTIONS" || request.url === "/ada/") return void response.writeHead(401).end();
      pass();
    };
    const { text } = await created();
    expect(text).toMatch(/^ATTENDEE.*:mailto:cleo@example\.com\r$/m);
    expect(text).not.toContain("ORGANIZER");
  });

  live("has the address of the user's principal as organizer, and the server notifies the guests", async () => {
    const { proxy, created, effects } = await scene("ada");
    inviting(proxy, "/ada/", "ada.lovelace@example.com");
    const { text } = await created();
    expect(text).toMatch(/^ORGANIZER:mailto:ada\.lovelace@example\.com\r$/m);
    expect(await effects()).toEqual([UPDATE, "The calendar server notifies 1 guest"]);
    const asked = proxy.state.seen.filter(({ method }) => method === "OPTIONS").length;
    expect(asked).toBe(1);
  });

  live("has the configured address as organizer if the server names none", async () => {
    const { created, effects } = await scene("ada", "ada@example.org");
    expect((await effects()).join()).not.toContain("organizer");
    expect((await created()).text).toMatch(/^ORGANIZER:mailto:ada@example\.org\r$/m);
    expect((await effects()).join()).not.toContain("organizer");
    const { proxy, created: invited } = await scene("ada", "ada@example.org");
    inviting(proxy, "/ada/", "ada.lovelace@example.com");
    expect((await invited()).text).toMatch(/^ORGANIZER:mailto:ada\.lovelace@example\.com\r$/m);
  });

  live("says in its plans that it is stored without an organizer if no address is known", async () => {
    const { created, effects, testbed } = await scene("ada");
    const unknown =
      'The event is stored without an organizer unless the server names an address of the account. Set "from" in its config';
    expect(await effects()).toContain(unknown);
    const { event } = await created();
    const without =
      'The event is stored without an organizer, because no address of the account is known. Set "from" in its config';
    expect(await effects()).toContain(without);
    const plan = async (change: "update" | "attendees.add", more: object) =>
      (await testbed.gateway.plan(`calendars.events.${change}`, { event, ...more } as never)).plan.effects;
    expect(await plan("update", { title: "Moved" })).toContain(without);
    expect(await plan("attendees.add", { email: "bob@example.com" })).toContain(without);
    expect(await plan("attendees.add", { email: "bob@example.com", kind: "organizer" })).not.toContain(without);
  });

  live("has no organizer without guests, or if the user has no e-mail address", async () => {
    const { created } = await scene("ada");
    expect((await created({})).text).not.toContain("ORGANIZER");
    const { created: invited } = await scene("ada");
    const { text } = await invited();
    expect(text).toContain("ATTENDEE");
    expect(text).not.toContain("ORGANIZER");
  });
});
