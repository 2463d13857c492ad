import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { newUser } from "../surfaces/postern.ts";
import { post } from "./balanced.ts";
import { canSeparate, serveElsewhere } from "./host.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Milliseconds in which each gateway looks several times at what the other one has started. */
const LOOKS = 5_000;

/** A gateway on this host, and one on another host with this name. The channel runner was started at the first one. */
async function opened(name: string) {
  const url = cluster.database();
  const [here, there] = [newUser(), newUser()];
  const { key } = (await here.json("init", "--store", url)) as { key: string };
  await there.run("init", "--store", url);
  const a = await here.serve("serve", ["--store", url]);
  const b = await serveElsewhere(there, url, name);
  const call = async (side: { url: string }, id: string, body: object = {}) =>
    (await post(side.url, key, id, body)).body;
  onTestFinished(async () => {
    for (const side of [b, a]) await call(side, "channels.stop");
  });
  await call(a, "channels.start");
  const runner = async (side: { url: string }) => (await call(side, "channels.status")).status;
  await until(async () => expect((await runner(b)).health.status).toBe("ready"));
  return {
    ...{ a, b, call, runner },
    /** The types of all events of the runner. */
    async events(): Promise<string[]> {
      const { events } = await call(a, "events.list", { type: "channels.runner.*", limit: "100" });
      return events.map(({ type }: { type: string }) => type.replace("channels.runner.", ""));
    },
  };
}

describe.runIf(canSeparate)("the channel runner of gateways on two hosts", () => {
  // A stop only ends processes of the host it is called at.
  it.fails("is stopped at the gateway on the other host", async () => {
    const { b, call, runner } = await opened("other");
    await call(b, "channels.stop");
    await until(async () => expect((await runner(b)).health.status).toBe("stopped"), LOOKS);
  });

  // The other gateway does not see the supervisor that waits, and each reports its own last exit again and again.
  it.fails("is reported dead once when it is killed", async () => {
    const { a, b, runner, events } = await opened("other");
    process.kill((await runner(a)).channels.pid, "SIGKILL");
    await until(async () => expect(await events()).toContain("died"));
    await until(async () => expect((await runner(b)).health.status).toBe("ready"));
    await pause(LOOKS);
    expect((await events()).filter((type) => type === "died")).toHaveLength(1);
  });

  // The process id of the runner does not exist in the other container, which has the same host name.
  it.fails("is left alone by a gateway in a container with the same host name", async () => {
    const { events } = await opened(hostname());
    await pause(LOOKS);
    expect(await events()).toEqual(["started"]);
  });
});
