import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { startProxy } from "./delivery-servers.ts";
import { DAY, MONDAY, objectOf, openTestbed, partstatsIn, planted } from "./delivery-testbed.ts";
import { startXandikos } from "./xandikos.ts";

const worker = new URL("./processes/worker.mjs", import.meta.url).href;
const A_MINUTE = 60_000;
const HOUR = 3_600_000;
type Server = Awaited<ReturnType<typeof startXandikos>>;
type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** A gateway that creates events and responses and checks the result, without delivering anything. */
async function openDesk(path: string, server: Server, proxy: Proxy) {
  const testbed = await openTestbed({ storage: lmdb({ path }), background: false });
  const calendar = await testbed.davAccount(`${proxy.origin}/`, proxy.at(server.calendar));
  return {
    testbed,
    async answer(uid: string) {
      await server.put(`${uid}.ics`, objectOf(uid));
      const event = planted(calendar, uid);
      await testbed.post("seeds.plant", { events: [event] });
      await testbed.respond(event.id, "ada@example.com", "accepted");
    },
    async create(title: string) {
      const times = { startAt: String(MONDAY + DAY), endAt: String(MONDAY + DAY + HOUR) };
      await testbed.post("calendars.events.create", { calendar, title, ...times });
    },
    putsSince: (from: number) =>
      proxy.state.seen
        .slice(from)
        .filter(({ method }) => method === "PUT")
        .map((put) => put.path)
        .sort(),
  };
}

describe("a delivering process (Xandikos; skipped if not installed)", () => {
  const live = it.skipIf(!has("xandikos"));

  live("that is killed at any step loses nothing and writes nothing twice", async () => {
    const server = await startXandikos();
    const proxy = await startProxy(server.origin);
    let step = 1;
    for (let done = false; !done; step++) {
      const path = folder();
      const desk = await openDesk(path, server, proxy);
      const uid = `${step}00`;
      await desk.answer(uid);
      await desk.create(`Made at step ${step}`);
      const [from, before] = [proxy.state.seen.length, await server.names()];
      done = (await start(worker, path, step).ended) === 0;
      if (!done) expect(await start(worker, path, 0, A_MINUTE).ended, `step ${step}`).toBe(0);
      const { outbox } = await desk.testbed.post("calendars.outbox.list");
      expect(
        outbox.map(({ status }: { status: string }) => status),
        `step ${step}`,
      ).toEqual(["acked", "acked"]);
      expect(partstatsIn(await server.get(`${uid}.ics`)), `step ${step}`).toMatchObject({ "-": { ada: "ACCEPTED" } });
      expect(await server.names(), `step ${step}`).toHaveLength(before.length + 1);
      const puts = desk.putsSince(from);
      expect(puts, `step ${step}`).toEqual([...new Set(puts)]);
      expect(puts, `step ${step}`).toHaveLength(2);
      await desk.testbed.stop();
    }
    expect(step).toBeGreaterThan(8);
  });

  live("shares the work with other processes, and each entry is delivered once", async () => {
    const server = await startXandikos();
    const proxy = await startProxy(server.origin);
    const path = folder();
    const desk = await openDesk(path, server, proxy);
    for (let at = 0; at < 30; at++) await desk.answer(String(at));
    const from = proxy.state.seen.length;
    const workers = Array.from({ length: 2 }, () => start(worker, path));
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(desk.putsSince(from)).toHaveLength(30);
    expect(new Set(desk.putsSince(from)).size).toBe(30);
    const acked = await desk.testbed.post("calendars.outbox.list", { status: "acked" });
    expect(acked.total).toBe(30);
  });

  live("releases its entry when it stops and delivers it after a restart", async () => {
    const server = await startXandikos();
    const proxy = await startProxy(server.origin);
    const path = folder();
    const desk = await openDesk(path, server, proxy);
    await desk.answer("1");
    proxy.state.fault = () => {};
    const first = await openTestbed({ storage: lmdb({ path }) });
    const { outbox } = await first.post("calendars.outbox.list");
    await first.sees(outbox[0].id, { status: "leased", attemptCount: 1 });
    await first.stop();
    expect(await desk.testbed.entry(outbox[0].id)).toMatchObject({ status: "pending", attemptCount: 0 });
    proxy.heal();
    const second = await openTestbed({ storage: lmdb({ path }) });
    await second.sees(outbox[0].id, { status: "acked", attemptCount: 1 });
    expect(desk.putsSince(0)).toHaveLength(1);
  });

  live("marks an entry dead after every worker died while delivering it", async () => {
    const server = await startXandikos();
    const proxy = await startProxy(server.origin);
    const path = folder();
    const desk = await openDesk(path, server, proxy);
    await desk.answer("1");
    for (let run = 0; run < 8; run++) {
      const child = start(worker, path, 0, run * A_MINUTE);
      proxy.state.fault = () => child.kill();
      await child.ended;
    }
    proxy.heal();
    expect(await start(worker, path, 0, 8 * A_MINUTE).ended).toBe(0);
    const { outbox } = await desk.testbed.post("calendars.outbox.list");
    expect(outbox).toMatchObject([{ status: "dead", lastErrorCode: "worker_ended", attemptCount: 8 }]);
    expect(desk.putsSince(0)).toEqual([]);
  });
});
