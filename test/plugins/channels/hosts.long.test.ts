import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { LEASE } from "@postern/kit/queue";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { type Cluster, startCluster } from "../../storage-drivers/postgres/cluster.ts";
import { type Host, hasHosts, startHosts } from "./hosts.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Types, pids and reasons of the events about the runner. */
async function reported({ ask }: Host) {
  const { events } = await ask("events.list", { type: "channels.runner.*", limit: "100" });
  return events.map(({ type, data }: { type: string; data: { reason?: string } }) =>
    [type.slice("channels.runner.".length), data.reason].filter((one) => one !== undefined).join(": "),
  );
}

/** Waits until the runner is ready on a host, as seen from another one, or the same. */
async function isReadyOn({ name }: Host, { ask }: Host) {
  let seen: { process: { pid: number } } | undefined;
  await until(async () => {
    seen = await ask("channels.status");
    expect(seen).toMatchObject({ health: "ready", process: { host: name } });
  });
  return (seen as { process: { pid: number } }).process;
}

describe.skipIf(!(hasHosts && has("postgresql")))("the runner of two hosts with one store (needs unshare)", () => {
  it("is started on one, and shown at the other without figures of a foreign process", async () => {
    const [alpha, beta] = await startHosts(cluster);
    expect(await alpha.ask("channels.start")).toMatchObject({ changed: true });
    const { pid } = await isReadyOn(alpha, alpha);
    expect(await beta.ask("channels.start")).toMatchObject({ changed: false, reason: "already_running" });
    const { status, process } = await beta.ask("channels.status");
    expect(process).toEqual({ host: "alpha", pid, status: "running", startedAt: expect.any(Number) });
    expect(status.channels).toMatchObject({ host: "alpha", managed: false, cpu: null, memoryBytes: null });
    expect((await alpha.ask("channels.status")).process).toMatchObject({ isSupervised: true, host: "alpha" });
    expect((await alpha.ask("channels.logs")).lines.join()).toContain("The channel runner has started");
    const logs = await beta.call("channels.logs");
    expect(logs).toMatchObject({ status: 409, body: { code: "channels.runner_elsewhere", host: "alpha" } });
  });

  it("is stopped at the other one, and stays stopped", async () => {
    const [alpha, beta] = await startHosts(cluster);
    await alpha.ask("channels.start");
    const { pid } = await isReadyOn(alpha, beta);
    const { plan } = await beta.ask("channels.stop", {}, { "x-dry-run": "true" });
    expect(plan).toMatchObject({ summary: 'Stop the channel runner on host "alpha"' });
    expect(await beta.ask("channels.stop")).toMatchObject({
      ...{ changed: true, previousPid: pid },
      reason: 'the runner was stopped on host "alpha"',
    });
    await until(() => expect(alpha.supervisorState().status).toBe("ended"));
    await pause(4_000);
    for (const { ask } of [alpha, beta]) expect(await ask("channels.status")).toMatchObject({ health: "stopped" });
    expect(await beta.ask("channels.stop")).toMatchObject({ changed: false, reason: "not_running" });
    expect(await reported(alpha)).toEqual(["started", expect.stringContaining("stopped: ")]);
    const logs = await beta.call("channels.logs");
    expect(logs).toMatchObject({ status: 409, body: { code: "channels.runner_elsewhere", host: "alpha" } });
  });

  it("is stopped at the other one if no gateway runs on its host", async () => {
    const [alpha, beta] = await startHosts(cluster);
    await alpha.ask("channels.start");
    await isReadyOn(alpha, beta);
    alpha.signal(alpha.gateway(), "KILL");
    expect(await beta.ask("channels.stop")).toMatchObject({ changed: true });
    await until(() => expect(alpha.supervisorState()).toMatchObject({ status: "ended", last: { code: 0 } }));
    expect(await reported(beta)).toEqual(["started", "stopped: the runner was stopped"]);
  });

  it("is restarted where it is, or not at all if no gateway runs there", async () => {
    const [alpha, beta] = await startHosts(cluster, { config: { grace: 1_000 } });
    await alpha.ask("channels.start");
    const { pid } = await isReadyOn(alpha, beta);
    expect(await beta.ask("channels.restart")).toMatchObject({
      ...{ changed: true, previousPid: pid },
      reason: 'the runner was restarted on host "alpha"',
    });
    const next = await isReadyOn(alpha, beta);
    expect(next.pid).not.toBe(pid);
    alpha.signal(alpha.gateway(), "KILL");
    const refused = await beta.call("channels.restart");
    expect(refused).toMatchObject({ status: 409, body: { code: "channels.runner_elsewhere", host: "alpha" } });
    expect(await isReadyOn(alpha, beta)).toMatchObject({ pid: next.pid });
    expect(await reported(beta)).toEqual(["started", expect.stringContaining("stopped: "), "started"]);
  });

  it("is started on the other one when its host is lost, as soon as its lease has ended", async () => {
    const [alpha, beta] = await startHosts(cluster);
    let at = performance.now();
    await alpha.ask("channels.start");
    const { pid } = await isReadyOn(alpha, beta);
    const started = performance.now() - at;
    at = performance.now();
    await alpha.kill();
    await isReadyOn(beta, beta);
    const took = performance.now() - at;
    // The other one starts its runner before the lease ends: on a busy machine a start takes much longer.
    expect(took - started).toBeLessThan(LEASE + 500);
    expect(await reported(beta)).toEqual([
      "started",
      'died: the runner on host "alpha" disappeared without a report',
      "started",
    ]);
    const { events } = await beta.ask("events.list", { type: "channels.runner.died" });
    expect(events).toMatchObject([{ data: { pid } }]);
  });

  it("is started on the other one at once when its host is stopped in order", async () => {
    const [alpha, beta] = await startHosts(cluster);
    await alpha.ask("channels.start");
    await isReadyOn(alpha, beta);
    alpha.signal(alpha.gateway(), "TERM");
    alpha.signal(alpha.supervisor(), "TERM");
    await isReadyOn(beta, beta);
    expect(await reported(beta)).toEqual(["started", "stopped: the runner received SIGTERM", "started"]);
  });

  it("has its crashes reported once, also if it has crashed on both", async () => {
    const [alpha, beta] = await startHosts(cluster);
    const died = "died: the runner was killed by SIGKILL";
    for (const host of [alpha, beta]) {
      await host.ask("channels.start");
      const { pid } = await isReadyOn(host, alpha);
      host.signal(pid, "KILL");
      await until(async () => expect((await reported(alpha)).slice(-2)).toEqual([died, "started"]));
      await host.ask("channels.stop");
    }
    // Each gateway looks each second at what its last supervisor saw.
    await pause(3_000);
    expect((await reported(alpha)).filter((one: string) => one === died)).toHaveLength(2);
  });

  it("is left to its supervisor when it is killed, and both gateways agree", async () => {
    const [alpha, beta] = await startHosts(cluster);
    await alpha.ask("channels.start");
    for (let round = 1; round <= 2; round++) {
      const { pid } = await isReadyOn(alpha, beta);
      alpha.signal(pid, "KILL");
      await until(async () => expect((await reported(beta)).length).toBe(1 + 2 * round));
    }
    await isReadyOn(alpha, beta);
    const died = "died: the runner was killed by SIGKILL";
    expect(await reported(beta)).toEqual(["started", died, "started", died, "started"]);
  });

  it("is left to its supervisor while that starts it, if this takes longer than a lease", async () => {
    const [alpha, beta] = await startHosts(cluster, { start: 1.5 * LEASE });
    await alpha.ask("channels.start");
    const { pid } = await isReadyOn(alpha, beta);
    alpha.signal(pid, "KILL");
    await until(async () => expect((await reported(beta)).at(-1)).toMatch(/^died/));
    await isReadyOn(alpha, beta);
    expect(await reported(beta)).toEqual(["started", "died: the runner was killed by SIGKILL", "started"]);
    expect(existsSync(beta.supervisorFile)).toBe(false);
  });

  it("is started on the other one if it crashes again and again, and its supervisor ends", async () => {
    const [alpha, beta] = await startHosts(cluster);
    await alpha.ask("channels.start");
    const supervisor = alpha.supervisor();
    const isOver = until(() => isReadyOn(beta, beta));
    let over = false;
    void isOver.then(() => {
      over = true;
    });
    while (!over) {
      const { process } = await beta.ask("channels.status");
      if (process?.host === "alpha") alpha.signal(process.pid, "KILL");
      await pause(50);
    }
    await until(() =>
      expect(alpha.supervisorState()).toMatchObject({
        ...{ pid: supervisor, status: "ended" },
        last: { isFinal: true, word: expect.stringMatching(/^another runner is active: process \d+ on beta$/) },
      }),
    );
    await isReadyOn(beta, alpha);
  });

  it("ends on the host that it was lost on, and does not start there again if it was stopped meanwhile", async () => {
    const [alpha, beta] = await startHosts(cluster);
    await alpha.ask("channels.start");
    const { pid } = await isReadyOn(alpha, beta);
    // Only its supervisor is left on its host.
    alpha.signal(alpha.gateway(), "KILL");
    alpha.signal(pid, "STOP");
    await isReadyOn(beta, beta);
    expect(await beta.ask("channels.stop")).toMatchObject({ changed: true });
    alpha.signal(pid, "CONT");
    await until(() =>
      expect(alpha.supervisorState()).toMatchObject({
        ...{ status: "ended" },
        last: { word: expect.stringContaining("stays stopped") },
      }),
    );
    expect(await beta.ask("channels.status")).toMatchObject({ health: "stopped" });
  });

  it("is not started twice if both hosts have the same name", async () => {
    const [one, other] = await startHosts(cluster, { names: ["same", "same"] });
    await one.ask("channels.start");
    const { pid } = await isReadyOn(one, other);
    other.postern("runner");
    await until(() => expect(other.log()).toContain(`another runner is active: process ${pid} on same`));
    expect(await other.ask("channels.start")).toMatchObject({ changed: false, reason: "already_running" });
    // Longer than a lease and all delays of a takeover.
    await pause(12_000);
    expect(await reported(other)).toEqual(["started"]);
    const { process } = await other.ask("channels.status");
    expect(process).toEqual({ host: "same", pid, status: "running", startedAt: expect.any(Number) });
    expect(await other.ask("channels.stop")).toMatchObject({ changed: true, previousPid: pid });
  });
});
