import { gatewayView } from "@postern/core";
import jetstream from "@postern/jetstream";
import service from "@postern/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startNats } from "../plugins/jetstream/nats.ts";
import { openLinked, type Side as Synced } from "../plugins/sync/gateway.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair, type Side } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const heldBy = ({ gateway }: Pick<Side | Synced, "gateway">) => gateway.service(gatewayView)?.held() ?? {};

describe.skipIf(!(has("postgresql") && has("nats-server")))("what a gateway has claimed", () => {
  it("includes each bridge and consumer of JetStream at one of them, and moves with a drain", async () => {
    const nats = await startNats();
    const sides = await openPair(cluster, () => [service(), jetstream()]);
    const [a, b] = sides;
    const [one, ...more] = ["EVENTS", "ALL"].map((stream) => ({
      ...{ label: stream, servers: [nats.url], stream, subject: `${stream}.{type}`, types: ["service.**"] },
    }));
    for (const bridge of [one, ...more]) await a.post("jetstream.bridges.create", bridge);
    const counts = () => sides.map((side) => heldBy(side)["jetstream.links"] ?? 0);
    await until(() => expect(counts().reduce((sum, count) => sum + count)).toBe(2));
    const { gateways } = await b.post("service.gateways.list");
    const self = gateways.find(({ isSelf }: { isSelf: boolean }) => isSelf);
    await a.post("service.gateways.drain", { id: self.id });
    await until(() => expect(counts()).toEqual([2, 0]));
    await until(async () => {
      const { gateways } = await b.post("service.gateways.list");
      const other = gateways.find(({ isSelf }: { isSelf: boolean }) => !isSelf);
      expect(other.held).toContainEqual({ worker: "jetstream.links", count: 2 });
    });
  });

  it("includes the exchange with a linked gateway while there is a link", async () => {
    const { a, b } = await openLinked();
    await until(() => expect(heldBy(a)).toMatchObject({ "sync.exchange": 1 }));
    expect(heldBy(b)).not.toHaveProperty("sync.exchange");
    await a.post("sync.unlink", { execute: true });
    await until(() => expect(heldBy(a)).not.toHaveProperty("sync.exchange"));
  });
});
