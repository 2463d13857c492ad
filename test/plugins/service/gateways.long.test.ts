import { hostname } from "node:os";
import { createClient, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import postgres from "@postern/storage-postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { jobsPlugin } from "../../kit/fixtures/jobs.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { type Cluster, startCluster } from "../../storage-drivers/postgres/cluster.ts";
import { newUser } from "../../surfaces/postern.ts";

interface Member {
  readonly id: string;
  readonly state: string;
  readonly pid: number;
  readonly isSelf: boolean;
  readonly held: { worker: string; count: number }[];
}

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

describe.skipIf(!has("postgresql"))("a gateway alone", () => {
  it("shows itself, is drained and resumed, and says so to balancers", async () => {
    const test = await testGateway({ plugins: [service()], host: "tea-house", storage: memory() });
    onTestFinished(() => test.stop());
    const { admin } = test;
    const ready = async () => (await admin.send("/readyz")).status;
    await until(async () => expect((await admin.post("service.gateways.list")).body.gateways).toHaveLength(1));
    const [self] = (await admin.post("service.gateways.list")).body.gateways;
    expect(self).toMatchObject({ host: "tea-house", state: "running", pid: process.pid, isSelf: true, lag: 0 });
    expect(await ready()).toBe(200);

    const shown = async () => (await admin.post("service.gateways.show", { id: self.id })).body.gateway.state;
    const planned = (await admin.post("service.gateways.drain", { id: "tea-house" })).body;
    expect(planned.plan.summary).toContain("No other gateway serves this store");
    expect(await shown()).toBe("running");
    expect((await admin.post("service.gateways.drain", { id: "tea-house", execute: true })).body.gateway.state).toBe(
      "draining",
    );
    await until(async () => expect(await shown()).toBe("drained"));
    expect(await ready()).toBe(503);
    expect((await admin.send("/readyz")).body).toEqual({ status: "drained" });
    expect((await admin.post("service.status")).status).toBe(200);
    expect((await admin.send("/livez")).body).toEqual({ status: "alive" });

    expect((await admin.post("service.gateways.resume", { id: self.id })).body.gateway.state).toBe("running");
    await until(async () => expect(await ready()).toBe(200));
    await until(async () => expect(await shown()).toBe("running"));
  });

  it("leaves nothing behind when it stops, and names what exists if it is asked for another", async () => {
    const storage = memory();
    const first = await testGateway({ plugins: [service()], host: "tea-house", storage });
    await until(async () => expect((await first.admin.post("service.gateways.list")).body.total).toBe(1));
    const { status, body } = await first.admin.post("service.gateways.show", { id: "coffee-house" });
    expect([status, body.code]).toEqual([404, "service.gateway_not_found"]);
    expect(body.detail).toContain("Gateways run on tea-house.");
    await first.stop();
    const next = await testGateway({ plugins: [service()], background: false, storage });
    onTestFinished(() => next.stop());
    expect((await next.admin.post("service.gateways.list")).body.gateways).toEqual([]);
  });

  it("answers probes under any host name, and nothing else", async () => {
    const test = await testGateway({ plugins: [service()], hosts: ["postern.example"] });
    onTestFinished(() => test.stop());
    const ask = async (path: string) => (await test.gateway.fetch(new Request(`http://10.0.0.7:4870${path}`))).status;
    expect([await ask("/livez"), await ask("/readyz"), await ask("/health")]).toEqual([200, 200, 403]);
    await test.gateway.stop();
    expect([await ask("/livez"), await ask("/readyz")]).toEqual([200, 503]);
  });
});

describe.skipIf(!has("postgresql"))("a gateway that is drained", () => {
  it("leaves its queue to the other, ends its streams, and does work again when it is resumed", async () => {
    const url = cluster.database();
    const done: string[] = [];
    const open = async (host: string) => {
      const { plugin } = jobsPlugin({ attempted: async () => void done.push(host) });
      const test = await testGateway({ plugins: [service(), events(), plugin()], storage: postgres({ url }), host });
      onTestFinished(() => test.stop());
      return test;
    };
    const [one, two] = [await open("one"), await open("two")];
    const admin = createClient(one.gateway.fetch, one.admin.key);
    await until(async () => expect((await admin.post("service.gateways.list")).body.total).toBe(2));
    const stream = await one.admin.send("/api/v1/events/ticket", { method: "POST" });
    const response = await one.gateway.fetch(
      new Request(`http://localhost/api/v1/events/stream?ticket=${stream.body.ticket}`),
    );
    const ended = response.text();

    // At the other one: the request is in the store.
    const other = createClient(two.gateway.fetch, one.admin.key);
    await other.post("service.gateways.drain", { id: "one" });
    await until(async () =>
      expect((await admin.post("service.gateways.show", { id: "one" })).body.gateway.state).toBe("drained"),
    );
    expect(await ended).toContain("service.gateway.drained");
    for (let n = 0; n < 10; n++) await admin.post("jobs.ask", { name: `${n}` });
    await until(() => expect(done).toHaveLength(10));
    expect(new Set(done)).toEqual(new Set(["two"]));

    await other.post("service.gateways.resume", { id: "one" });
    await other.post("service.gateways.drain", { id: "two" });
    await until(async () =>
      expect((await admin.post("service.gateways.show", { id: "two" })).body.gateway.state).toBe("drained"),
    );
    await admin.post("jobs.ask", { name: "again" });
    await until(() => expect(done).toHaveLength(11));
    expect(done.at(-1)).toBe("one");
  });
});

describe.skipIf(!has("postgresql"))("gateways of several processes", () => {
  it("notice within seconds that one was killed", async () => {
    const [first, second] = [newUser(), newUser()];
    const store = ["--store", cluster.database()];
    await first.json("init", ...store);
    await second.run("init", ...store);
    const [one, two] = [await first.serve("serve", store), await second.serve("serve", store)];
    const list = async () => (await first.json("service", "gateways", "list", ...store)).gateways as Member[];
    await until(async () => expect((await list()).map(({ state }) => state)).toEqual(["running", "running"]));
    process.kill(one.pid, "SIGKILL");
    await one.ended;
    await until(async () =>
      expect((await list()).map(({ state, pid }) => [state, pid]).sort()).toEqual(
        [
          ["lost", one.pid],
          ["running", two.pid],
        ].sort(),
      ),
    );
    await until(async () => {
      const found = await first.json("events", "list", "--type", "service.gateway.lost", ...store);
      expect(found.events).toMatchObject([{ data: { host: hostname() } }]);
    });
    const lost = (await list()).find(({ state }) => state === "lost")?.id ?? "";
    const refused = await first.run("service", "gateways", "drain", "--id", lost, ...store);
    expect(refused.err).toContain("has ended or does not report");
  });
});
