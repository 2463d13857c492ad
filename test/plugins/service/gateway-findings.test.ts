import { defineGroup, definePlugin, type PluginContext } from "@postern/core";
import { processMark } from "@postern/core/process";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { type GatewayRecord, gateways as sourceGateways } from "../../../plugins/service/src/gateways/collection.ts";
import { declared } from "../../run/declared.ts";
import { until } from "../../run/until.ts";
import { newUser } from "../../surfaces/postern.ts";

const gateways = declared(service(), sourceGateways);
const HOUR = 60 * 60_000;
const NEVER = Number.MAX_SAFE_INTEGER;
const LATE = { "agentx.runner": 3, "channels.outbox": 1 };
const OTHER = "gw_0123456789abcdef01234567";

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly evidence: string;
  readonly fix: string;
}

const aboutGateways = (findings: readonly Finding[]) => findings.filter(({ id }) => id.startsWith("gateway."));

/** A gateway on tea-house, with the records that others have left in its store. */
async function startBeside(...others: Partial<GatewayRecord>[]) {
  let clock = Date.now();
  const now = () => clock;
  const storage = memory();
  const start = async (background: boolean) => {
    let host: PluginContext | undefined;
    const setup = (given: object) => {
      host = given as PluginContext;
    };
    const plant = definePlugin(defineGroup("plant", { title: "Plant" }), { version: "1.0.0", operations: [], setup });
    const plugins = [service(), events(), plant()];
    const test = await testGateway({ plugins, storage, host: "tea-house", now, background });
    onTestFinished(() => test.stop());
    return { ...test, plant: host as PluginContext };
  };
  const before = await start(false);
  await before.plant.transact(async ({ store }) => {
    for (const other of others) {
      const times = { startedAt: clock - HOUR, reportedAt: clock - 60_000, until: NEVER };
      const known = { id: OTHER, host: "coffee-house", version: before.gateway.manifest.core, lag: 0, held: {} };
      await store.put(gateways, { ...known, ...processMark(), ...times, ...other });
    }
  });
  await before.stop();
  const { admin } = await start(true);
  const list = async () => (await admin.post("service.gateways.list")).body.gateways;
  await until(async () => expect((await list()).some(({ isSelf }: { isSelf: boolean }) => isSelf)).toBe(true));
  return {
    admin,
    list,
    pass: (time: number) => {
      clock += time;
    },
    findings: async () => aboutGateways((await admin.post("service.doctor")).body.findings),
  };
}

describe("service.doctor", () => {
  it("finds nothing about a gateway alone, or several that work", async () => {
    expect(await (await startBeside()).findings()).toEqual([]);
    expect(await (await startBeside({ held: LATE })).findings()).toEqual([]);
  });

  it("reports a lost gateway with the time and its claimed work", async () => {
    const reportedAt = Date.now() - 90_000;
    const { findings } = await startBeside({ until: 1, held: LATE, reportedAt });
    const [lost, ...others] = await findings();
    expect(others).toEqual([]);
    expect(lost).toMatchObject({ id: "gateway.lost", severity: "warning" });
    expect(lost?.evidence).toContain(`${OTHER} on coffee-house`);
    expect(lost?.evidence).toContain(new Date(reportedAt).toISOString());
    expect(lost?.evidence).toContain("3 of agentx.runner, 1 of channels.outbox");
    expect(lost?.fix).toBe(`postern service gateways show --id ${OTHER}`);
  });

  it("does not report what a restart on the same machine has replaced, but the loss is an event", async () => {
    const { findings, list, admin } = await startBeside({ host: "tea-house", until: 1 });
    await until(async () => expect(await list()).toHaveLength(1));
    expect(await findings()).toEqual([]);
    const { events } = (await admin.post("events.list", { type: "service.gateway.lost" })).body;
    expect(events).toMatchObject([{ data: { gateway: OTHER, host: "tea-house" } }]);
  });

  it("still reports a second gateway of the machine that did not start again", async () => {
    const second = `${OTHER.slice(0, -1)}8`;
    const lost = { host: "tea-house", until: 1 };
    const { findings, list } = await startBeside(lost, { ...lost, id: second });
    await until(async () => expect(await list()).toHaveLength(2));
    expect((await findings()).map(({ id }) => id)).toEqual(["gateway.lost"]);
  });

  it("reports at most ten lost gateways one by one, and the number of the others", async () => {
    const lost = Array.from({ length: 13 }, (_, at) => ({
      ...{ id: `gw_${String(at).padStart(24, "0")}`, host: `pod-${at}`, until: 1 },
    }));
    const { findings } = await startBeside(...lost);
    const found = await findings();
    expect(found).toHaveLength(11);
    expect(found.at(-1)?.evidence).toBe("3 more gateways are lost");
  });

  it("reports a gateway that is drained for over an hour if no other one works", async () => {
    const { admin, findings, pass } = await startBeside({ drainedAt: Date.now(), isIdle: true });
    await admin.post("service.gateways.drain", { id: "tea-house", execute: true });
    pass(HOUR / 2);
    expect(await findings()).toEqual([]);
    pass(HOUR);
    const found = await findings();
    expect(found.map(({ id }) => id)).toEqual(["gateway.drained", "gateway.drained"]);
    expect(found[0]?.evidence).toContain("no other gateway does its work");
    expect(found[0]?.fix).toMatch(/^postern service gateways resume --id gw_/);
    await admin.post("service.gateways.resume", { id: "tea-house" });
    expect(await findings()).toEqual([]);
  });

  it("reports a gateway that is drained for over an hour and still has work", async () => {
    const drainedAt = Date.now() - 2 * HOUR;
    const { findings } = await startBeside({ drainedAt, held: LATE });
    expect(await findings()).toMatchObject([{ id: "gateway.drained", severity: "warning" }]);
    expect((await findings())[0]?.evidence).toContain("still has 3 of agentx.runner, 1 of channels.outbox");
    expect(await (await startBeside({ drainedAt, isIdle: true })).findings()).toEqual([]);
  });

  it("reports working gateways of several versions, not lost ones", async () => {
    const { findings } = await startBeside({ version: "0.9.0" });
    const found = await findings();
    expect(found).toMatchObject([{ id: "gateway.versions", severity: "warning" }]);
    expect(found[0]?.evidence).toMatch(/0\.9\.0 \(coffee-house\)/);
    const lost = await (await startBeside({ version: "0.9.0", until: 1 })).findings();
    expect(lost.map(({ id }) => id)).toEqual(["gateway.lost"]);
  });
});

describe("a gateway that was killed", () => {
  it("is a problem until it is started again", async () => {
    const user = newUser();
    await user.json("init");
    const found = async () => aboutGateways((await user.json("service", "doctor")).findings as Finding[]);
    const first = await user.serve("serve");
    expect(await found()).toEqual([]);
    process.kill(first.pid, "SIGKILL");
    await first.ended;
    expect(await found()).toMatchObject([{ id: "gateway.lost" }]);
    await user.serve("serve");
    await until(async () => expect(await found()).toEqual([]));
    expect((await user.json("service", "gateways", "list")).gateways).toMatchObject([{ state: "running" }]);
  });
});
