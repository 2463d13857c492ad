import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { startProxy } from "./delivery-servers.ts";
import { DAY, MONDAY, objectOf, openTestbed, partstatsIn, planted } from "./delivery-testbed.ts";
import { startRadicale } from "./radicale.ts";
import { startXandikos } from "./xandikos.ts";

const servers = [
  ["radicale", startRadicale, has("radicale")],
  ["xandikos", startXandikos, has("xandikos")],
] as const;

const DAILY = "FREQ=DAILY;COUNT=5";

describe.each(servers)("responses delivered to %s (skipped if not installed)", (name, start, isInstalled) => {
  /** A server with one event per UID, and a gateway that has the same events. */
  async function scene(uids: readonly string[] = ["1"], rule?: string) {
    const server = await start();
    const proxy = await startProxy(server.origin);
    const testbed = await openTestbed();
    const connection = name === "radicale" ? "home" : undefined;
    if (connection) await testbed.connect("caldav");
    const calendar = await testbed.davAccount(`${proxy.origin}/`, proxy.at(server.calendar), {
      ...(connection && { connection }),
    });
    for (const uid of uids) await server.put(`${uid}.ics`, objectOf(uid, { ...(rule && { rule }) }));
    const events = uids.map((uid) =>
      planted(calendar, uid, rule ? { recurrenceRule: rule, lastAt: MONDAY + 5 * DAY } : {}),
    );
    await testbed.post("seeds.plant", { events });
    return { server, proxy, testbed, calendar, events, event: events[0]!.id };
  }
  const live = it.skipIf(!isInstalled);

  live("writes a response into the server's event and changes nothing else in it", async () => {
    const { server, testbed, event } = await scene();
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    const entry = await testbed.sees(id, { status: "acked" });
    const ics = await server.get("1.ics");
    expect(partstatsIn(ics)).toEqual({ "-": { bob: "ACCEPTED", ada: "ACCEPTED", cleo: "NEEDS-ACTION" } });
    expect(ics).toMatch(/X-SOMEBODY-ELSE;X-P=1:kept\\, as it is/);
    expect(ics).toMatch(/X-ROOM=4/);
    expect(entry).toMatchObject({
      attemptCount: 1,
      operation: "respond",
      providerResult: { changed: true, url: expect.stringContaining("/1.ics") },
    });
    expect(entry).toHaveProperty("nextAttemptAt", 0);
    expect(entry).toHaveProperty("lastErrorCode", "");
    expect(entry).not.toHaveProperty("lastError");
  });

  live.each([
    ["accepted", "ACCEPTED"],
    ["declined", "DECLINED"],
    ["tentative", "TENTATIVE"],
  ])("writes %s as %s", async (status, partstat) => {
    const { server, testbed, event } = await scene();
    await testbed.sees((await testbed.respond(event, "ada@example.com", status)).id, { status: "acked" });
    expect(partstatsIn(await server.get("1.ics"))).toMatchObject({ "-": { ada: partstat } });
  });

  live("resets a response with NEEDS-ACTION and does not deliver unknown", async () => {
    const { server, testbed, event, proxy } = await scene();
    await testbed.sees((await testbed.respond(event, "ada@example.com", "accepted")).id, { status: "acked" });
    await testbed.sees((await testbed.respond(event, "ada@example.com", "needs_action")).id, { status: "acked" });
    expect(partstatsIn(await server.get("1.ics"))).toMatchObject({ "-": { ada: "NEEDS-ACTION" } });
    const before = proxy.state.seen.length;
    expect(await testbed.respond(event, "ada@example.com", "unknown")).toMatchObject({ status: "acked" });
    expect(proxy.state.seen).toHaveLength(before);
  });

  live("applies a response to one occurrence to that occurrence only", async () => {
    const { server, testbed, event } = await scene(["1"], DAILY);
    const { id } = await testbed.respond(`${event}@${MONDAY + DAY}`, "ada@example.com", "declined");
    await testbed.sees(id, { status: "acked" });
    const before = partstatsIn(await server.get("1.ics"));
    expect(before["-"]).toMatchObject({ ada: "NEEDS-ACTION" });
    const [occurrence = ""] = Object.keys(before).filter((at) => at !== "-");
    expect(occurrence).toBe("20261124T100000");
    expect(before[occurrence]).toEqual({ bob: "ACCEPTED", ada: "DECLINED", cleo: "NEEDS-ACTION" });
    await testbed.sees((await testbed.respond(event, "ada@example.com", "accepted")).id, { status: "acked" });
    expect(partstatsIn(await server.get("1.ics"))).toMatchObject({
      "-": { ada: "ACCEPTED" },
      [occurrence]: { ada: "DECLINED" },
    });
  });

  live("reapplies only its own response if the event was changed in the meantime (412)", async () => {
    const { server, testbed, event, proxy } = await scene();
    let isChanged = false;
    proxy.state.fault = (incoming, _response, pass) => {
      if (incoming.method !== "PUT" || isChanged) return pass();
      isChanged = true;
      const others = objectOf("1").replace("CN=Cleo;PARTSTAT=NEEDS-ACTION", "CN=Cleo;PARTSTAT=DECLINED");
      void server.put("1.ics", others.replace("SUMMARY:Event 1", "SUMMARY:Elsewhere")).then(pass);
    };
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(id, { status: "acked", attemptCount: 1 });
    const ics = await server.get("1.ics");
    expect(partstatsIn(ics)).toEqual({ "-": { bob: "ACCEPTED", ada: "ACCEPTED", cleo: "DECLINED" } });
    expect(ics).toContain("SUMMARY:Elsewhere");
    expect(proxy.state.seen.filter(({ method, status }) => method === "PUT" && status === 412)).toHaveLength(1);
  });

  live("fails with etag_conflict while the event keeps changing and then succeeds", async () => {
    const { server, testbed, event, proxy } = await scene();
    proxy.state.fault = (incoming, response, pass) => {
      if (incoming.method !== "PUT") return pass();
      incoming.resume();
      response.writeHead(412).end();
    };
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(id, { status: "failed", lastErrorCode: "etag_conflict" });
    proxy.heal();
    await testbed.advance(DAY);
    await testbed.sees(id, { status: "acked" });
    expect(partstatsIn(await server.get("1.ics"))).toMatchObject({ "-": { ada: "ACCEPTED" } });
  });

  live("does not write a second time if the server's response was lost", async () => {
    const { server, testbed, event, proxy } = await scene();
    proxy.loseAnswers("PUT", 1);
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(id, { status: "failed", lastErrorCode: "cut_off", attemptCount: 1 });
    const etag = await server.etag("1.ics");
    await testbed.advance(DAY);
    await testbed.sees(id, { status: "acked", attemptCount: 2, providerResult: { changed: false } });
    expect(await server.etag("1.ics")).toBe(etag);
    expect(proxy.state.seen.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });

  live("delivers the entries of an event in order and only the last pending response", async () => {
    const { server, testbed, event, proxy } = await scene();
    proxy.answer(503);
    const first = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(first.id, { status: "failed", lastErrorCode: "server_error" });
    const second = await testbed.respond(event, "ada@example.com", "declined");
    expect(await testbed.entry(first.id)).toMatchObject({ status: "dead", lastErrorCode: "superseded" });
    const other = await testbed.respond(event, "cleo@example.com", "tentative");
    proxy.heal();
    await testbed.advance(DAY);
    await testbed.sees(second.id, { status: "acked" });
    await testbed.sees(other.id, { status: "acked" });
    expect(partstatsIn(await server.get("1.ics"))).toEqual({
      "-": { bob: "ACCEPTED", ada: "DECLINED", cleo: "TENTATIVE" },
    });
  });

  live("delivers the responses to many events once each", async () => {
    const uids = Array.from({ length: 60 }, (_, at) => String(at + 1));
    const { server, testbed, events, proxy } = await scene(uids);
    const entries = await Promise.all(events.map(({ id }) => testbed.respond(id, "ada@example.com", "accepted")));
    for (const { id } of entries) await testbed.sees(id, { status: "acked", attemptCount: 1 });
    for (const uid of uids)
      expect(partstatsIn(await server.get(`${uid}.ics`))).toMatchObject({ "-": { ada: "ACCEPTED" } });
    expect(proxy.state.seen.filter(({ method }) => method === "PUT")).toHaveLength(60);
  });
});
