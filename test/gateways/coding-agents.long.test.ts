import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import agentx from "@postern/agentx";
import service from "@postern/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demo } from "../plugins/agentx/fixture.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair, type Side } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Gateways on the machines alpha and beta; only beta has the agent `other`. */
async function opened() {
  const agents = (at: 0 | 1) => ({ demo: demo(), ...(at === 1 && { other: demo() }) });
  const [a, b] = await openPair(
    cluster,
    ({ workspace }, at) => [service(), agentx({ agents: agents(at), workspace, grace: 5_000 })],
    (at) => ({ host: at === 0 ? "alpha" : "beta" }),
  );
  const hosts = async () => (await a.post("service.gateways.list")).gateways.map(({ host }: { host: string }) => host);
  await until(async () => expect((await hosts()).sort()).toEqual(["alpha", "beta"]));
  const session = async (side: Side, id: string) => (await side.post("agentx.sessions.show", { session: id })).session;
  return { a, b, session };
}

describe.skipIf(!has("postgresql"))("a coding-agent session that is started on another machine", () => {
  it("runs there, in a folder that is looked up there", async () => {
    const { a, b, session } = await opened();
    mkdirSync(join(b.host.workspace, "web"));
    const input = { agent: "demo", cwd: "./web", host: "beta", prompt: "say It works." };
    const { plan } = await a.post("agentx.sessions.create", input);
    expect(plan).toMatchObject({ summary: expect.stringContaining("on beta"), effects: ["runs demo on beta"] });
    const { session: made, turn } = await a.post("agentx.sessions.create", { ...input, execute: true });
    expect(made).toMatchObject({ host: "beta", status: "starting" });
    await until(async () => expect((await a.post("agentx.turns.show", { id: turn.id })).turn.state).toBe("done"));
    expect(await session(a, made.id)).toMatchObject({ host: "beta", cwd: "web", status: "idle" });
    expect(JSON.stringify(await session(a, made.id))).not.toContain(basename(b.host.workspace));
    const mine = await a.post("agentx.sessions.create", { agent: "demo", execute: true });
    expect(mine.session.host).toBe("alpha");
  });

  it("can use an agent that only that machine has, and no other", async () => {
    const { a, session } = await opened();
    const { session: made } = await a.post("agentx.sessions.create", { agent: "other", host: "beta", execute: true });
    await until(async () => expect(await session(a, made.id)).toMatchObject({ status: "idle", cwd: "." }));
    const { status, body } = await a.admin.post("agentx.sessions.create", { agent: "nobody", host: "beta" });
    expect([status, body]).toMatchObject([404, { code: "agentx.agent_not_found", host: "beta" }]);
    expect(body.detail).toContain("demo, other");
  });

  it("is gone with a reason if the folder is not there", async () => {
    const { a, session } = await opened();
    mkdirSync(join(a.host.workspace, "web"));
    const input = { agent: "demo", cwd: "web", host: "beta", prompt: "say It works.", execute: true };
    const { session: made, turn } = await a.post("agentx.sessions.create", input);
    await until(async () => expect(await session(a, made.id)).toMatchObject({ status: "gone" }));
    expect((await session(a, made.id)).reason).toContain("must be an existing folder");
    expect((await a.post("agentx.turns.show", { id: turn.id })).turn.state).toBe("failed");
  });

  it("is refused with the machines that can, if no gateway runs there or it is drained", async () => {
    const { a, b } = await opened();
    const ask = (side: Side, host: string) => side.admin.post("agentx.sessions.create", { agent: "demo", host });
    const unknown = await ask(a, "gamma");
    expect(unknown).toMatchObject({ status: 409, body: { code: "agentx.no_runner", host: "gamma" } });
    expect(unknown.body.hosts).toEqual(["alpha", "beta"]);
    await a.post("service.gateways.drain", { id: "beta" });
    await until(async () => expect((await ask(a, "beta")).body).toMatchObject({ hosts: ["alpha"] }));
    expect((await ask(b, "beta")).body).toMatchObject({ code: "agentx.no_runner", host: "beta", hosts: ["alpha"] });
    expect((await ask(b, "alpha")).status).toBe(200);
  });
});
