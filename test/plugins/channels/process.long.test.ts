import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import agents from "@postern/agents";
import channels from "@postern/channels";
import chats from "@postern/chats";
import { defineGroup, definePlugin, type PluginContext } from "@postern/core";
import { processMark, processStatus } from "@postern/core/process";
import { testGateway } from "@postern/core/testing";
import { LEASE } from "@postern/kit/queue";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  changeLocks as sourceChangeLocks,
  claims as sourceClaims,
} from "../../../plugins/channels/src/runner/records.ts";
import { SUPERVISOR } from "../../../plugins/channels/src/runner/supervisor-script.ts";
import { declared } from "../../run/declared.ts";
import { until } from "../../run/until.ts";
import { killBoth, newEnvironment, untilGone } from "./process.ts";

const claims = declared(channels(), sourceClaims);
const changeLocks = declared(channels(), sourceChangeLocks);

describe("the runner, controlled by the command line without a running gateway", () => {
  it("is started, reported, restarted and stopped", async () => {
    const env = await newEnvironment();
    expect(await env.status()).toMatchObject({
      channels: { running: false, managed: false, status: "stopped", pid: null },
      processes: [],
      health: { status: "stopped", reachable: false, reason: "the runner was never started" },
      runner: null,
    });
    expect(await env.change("stop")).toMatchObject({ action: "stop", changed: false, reason: "not_running" });

    const started = await env.change("start");
    expect(started).toMatchObject({ action: "start", changed: true, pmStatus: null });
    expect(started).not.toHaveProperty("reason");
    const { pid } = started.status.channels;
    expect(started.status).toMatchObject({
      channels: { running: true, managed: true, status: "running", pmId: null, memoryBytes: expect.any(Number) },
      health: { status: "ready", reachable: true },
      runner: { schemaVersion: 1, running: true, pid, adapters: [] },
    });
    expect(started.status.processes).toEqual([started.status.channels]);
    expect(await env.change("start")).toMatchObject({ changed: false, reason: "already_running" });
    expect((await env.status()).channels.pid).toBe(pid);

    const restarted = await env.change("restart");
    expect(restarted).toMatchObject({ action: "restart", changed: true, previousPid: pid });
    expect(restarted.status.channels.pid).not.toBe(pid);
    const stopped = await env.change("stop");
    expect(stopped).toMatchObject({ changed: true, previousPid: restarted.status.channels.pid });
    expect(stopped.status.health).toMatchObject({ status: "stopped", reason: "the runner was stopped" });
    expect((await env.reported()).map(({ type }) => type.slice("channels.runner.".length))).toEqual([
      "started",
      "stopped",
      "started",
      "stopped",
    ]);
  });

  it("shows its log without folders of this machine", async () => {
    const env = await newEnvironment();
    expect(await env.json("channels", "logs")).toEqual({ lines: [] });
    await env.change("start");
    await env.change("stop");
    const { lines } = await env.json("channels", "logs", "--lines", "2");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("The supervisor has stopped");
    const all = (await env.json("channels", "logs")).lines.join("\n");
    expect(all).toContain("The channel runner has started");
    expect(all).not.toContain(env.home);
    for (const lines of ["0", "1001", "x"])
      expect(await env.run("channels", "logs", "--lines", lines)).toMatchObject({ code: 2 });
  });

  it("is stopped only once by concurrent stops", async () => {
    const env = await newEnvironment();
    await env.change("start");
    const all = await Promise.all(Array.from({ length: 6 }, () => env.change("stop")));
    expect(all.filter(({ changed }) => changed)).toHaveLength(1);
    for (const { changed, reason, status } of all) {
      expect(reason).toBe(changed ? undefined : "not_running");
      expect(status.processes).toEqual([]);
    }
  });

  it("is no longer restarted if it is stopped while it is missing", async () => {
    const env = await newEnvironment();
    await env.change("start");
    killBoth(env.supervisor(), env.runner());
    await until(async () => expect((await env.status()).channels.running).toBe(false));
    const reason = "the runner was not running, and is no longer restarted";
    expect(await env.change("stop")).toMatchObject({ changed: true, reason });
    expect(await env.change("stop")).toMatchObject({ changed: false, reason: "not_running" });
  });

  it("is started only once by concurrent starts", async () => {
    const env = await newEnvironment();
    const all = await Promise.all(Array.from({ length: 4 }, () => env.change("start")));
    expect(all.filter(({ changed }) => changed)).toHaveLength(1);
    expect(new Set(all.map(({ status }) => status.channels.pid)).size).toBe(1);
    expect((await env.reported("channels.runner.started")).length).toBe(1);
    await env.change("stop");
  });

  it("is unique, also if a second process is started by hand", async () => {
    const env = await newEnvironment();
    await env.change("start");
    const { code, err } = await env.run("runner");
    expect(code).toBe(1);
    expect(err).toContain(`another runner is active: process ${env.runner().pid} on ${hostname()}`);
    expect((await env.status()).health.status).toBe("ready");
    await env.change("stop");
  });

  it("prevents restore and migrate while it is alive", async () => {
    const env = await newEnvironment();
    const { path } = await env.json("service", "backup");
    await env.change("start");
    const stop = expect.stringContaining('Stop it first with "postern channels stop"');
    expect(await env.run("restore", path, "--force")).toMatchObject({ code: 1, err: stop });
    const places = ["--from", `lmdb:${join(env.data, "store")}`, "--to", `fs:${join(env.home, "copy")}`];
    expect(await env.run("migrate", ...places)).toMatchObject({ code: 1, err: stop });
    await env.change("stop");
    expect(await env.run("restore", path, "--force")).toMatchObject({ code: 0 });
  });

  it("runs in the foreground until a signal, and can be stopped from elsewhere", async () => {
    const env = await newEnvironment();
    const first = env.launch(["runner"]);
    const { channels } = await env.hasStatus({
      channels: { running: true, managed: false },
      health: { status: "ready" },
    });
    expect(channels.pid).toBe(first.child.pid);
    first.child.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);
    expect(await env.reported("channels.runner.stopped")).toMatchObject([
      { data: { reason: "the runner received SIGTERM" } },
    ]);
    const second = env.launch(["runner"]);
    await env.hasStatus({ health: { status: "ready" } });
    expect(await env.change("stop")).toMatchObject({ changed: true, previousPid: second.child.pid });
    expect((await second.ended).code).toBe(0);
  });
});

describe("a faulty runner program", () => {
  it("is restarted with increasing delays, and the reason is reported", async () => {
    const env = await newEnvironment();
    const script = env.scripted('console.error("no luck"); process.exit(7);\n');
    const started = await env.change("start");
    expect(started).toMatchObject({ changed: true, status: { health: { reachable: false } } });
    expect(started.reason).toMatch(/^the runner ended with exit code 7, once/);
    const { health } = await env.hasStatus({ health: { reason: expect.stringContaining("3 times") } });
    expect(health.status).toMatch(/unreachable|starting/);
    const { lines } = await env.json("channels", "logs");
    expect(lines).toContain("no luck");
    expect(lines.filter((line: string) => line.includes("Restarting the runner in 1000 ms"))).toHaveLength(1);
    expect(lines.filter((line: string) => line.includes("Restarting the runner in 5000 ms"))).toHaveLength(1);
    rmSync(script);
    expect(await env.run("channels", "restart", "--json")).toMatchObject({
      code: 5,
      out: expect.stringContaining('"code":"channels.script_missing"'),
    });
    expect(await env.change("stop")).toMatchObject({ changed: true });
    await untilGone(env.supervisor());
  });

  it("is restarted although it never reports, and the answer says what the restart waited for", async () => {
    const env = await newEnvironment();
    // The first runner exits immediately, so that the start does not wait for its first report.
    const script = env.scripted(`import { existsSync, writeFileSync } from "node:fs";
if (!existsSync("second")) {
  writeFileSync("second", "");
  process.exit(1);
}
process.on("SIGTERM", () => {});
setInterval(() => {}, 1_000);
`);
    const plugins = { context: true, events: true, chats: true, channels: { runner: { script }, grace: 500 } };
    env.configure({ plugins });
    await env.change("start");
    const restarted = await env.change("restart");
    expect(restarted.changed).toBe(true);
    expect(restarted.reason).toMatch(
      /\(waited [\d.]+ seconds for the former runner to end, and [\d.]+ seconds for the first report of the new one\)$/,
    );
    await env.change("stop");
  });

  it("is killed if it ignores SIGTERM, which is reported", async () => {
    const env = await newEnvironment();
    // The first runner exits immediately, so that the start does not wait for its first report.
    const script = env.scripted(`import { existsSync, writeFileSync } from "node:fs";
if (!existsSync("second")) {
  writeFileSync("second", "");
  process.exit(1);
}
process.on("SIGTERM", () => {});
setInterval(() => {}, 1000);
`);
    const runner = { script };
    env.configure({ plugins: { context: true, events: true, chats: true, channels: { runner, grace: 1_000 } } });
    expect(await env.change("start")).toMatchObject({
      changed: true,
      reason: expect.stringContaining("exit code 1"),
    });
    const { channels } = await env.hasStatus({ channels: { running: true }, health: { status: "starting" } });
    const { pid } = channels;
    // It is still starting as far as can be seen, so another start does not start a second one.
    expect(await env.change("start")).toMatchObject({ changed: false, status: { channels: { pid } } });
    const stopped = await env.change("stop");
    expect(stopped).toMatchObject({ changed: true, previousPid: pid });
    expect(stopped.reason).toBe("the runner did not end within 1000 ms of SIGTERM and was killed with SIGKILL");
    expect(stopped.status.channels.running).toBe(false);
  });

  it("cannot fill the disk with its log", async () => {
    const env = await newEnvironment();
    const script = env.scripted(
      'for (let n = 1; n <= 100; n++) console.log(n, "x".repeat(900)); process.exitCode = 1;\n',
    );
    const log = { bytes: 20_000, files: 3 };
    env.configure({ plugins: { context: true, events: true, chats: true, channels: { runner: { script }, log } } });
    await env.change("start");
    const names = () => readdirSync(join(env.data, "logs")).sort();
    await until(() => expect(names()).toEqual(["channels.log", "channels.log.1", "channels.log.2"]));
    await until(async () => {
      const { lines } = await env.json("channels", "logs", "--lines", "1000");
      expect(lines.length).toBeGreaterThan(20);
      expect(lines.length).toBeLessThan(70);
      expect(lines.some((line: string) => line.startsWith("100 "))).toBe(true);
    });
    await env.change("stop");
  });
});

describe("the runner of an embedding program", () => {
  it("is started by any gateway, survives errors of plugins, and ends despite open handles", async () => {
    const data = mkdtempSync(join(tmpdir(), "postern-embedded-"));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const path = join(data, "own-store");
    const script = fileURLToPath(new URL("./processes/embedded.mjs", import.meta.url));
    const config = { data, runner: { script, args: [data, path] } };
    const plugins = [channels(config), agents(), chats()] as const;
    const { gateway, stop } = await testGateway({ plugins, storage: lmdb({ path }) });
    onTestFinished(stop);
    expect(await gateway.call("channels.start", {})).toMatchObject({
      changed: true,
      status: { health: { status: "ready" } },
      target: { bundlePath: "embedded.mjs", cwd: "." },
    });
    const lines = async () => (await gateway.call("channels.logs", {})).lines.join("\n");
    await until(async () => {
      expect(await lines()).toContain("nobody catches this");
      expect(await lines()).toContain("nobody waits for this");
    });
    const { channels: runner, health } = (await gateway.call("channels.status", {})).status;
    expect(health?.status).toBe("ready");
    const stopped = await gateway.call("channels.stop", {});
    expect(stopped).toMatchObject({ changed: true, previousPid: runner.pid });
    expect(stopped).not.toHaveProperty("reason");
  });
});

describe("the supervisor", () => {
  it("ends if its parent dies before it has received its order", async () => {
    const orphan = spawn(process.execPath, [SUPERVISOR], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    await once(orphan, "spawn");
    orphan.disconnect();
    expect(await once(orphan, "exit")).toEqual([0, null]);
  });
});

describe("a stale claim", () => {
  /** The start of a process that ran on this host earlier. */
  const earlier = `${processMark().start}0`;

  /** A gateway in this process on a store with the claim of a runner. */
  async function claimed(claim: { pid: number; start?: string; host?: string; startedAt?: number }) {
    const env = await newEnvironment();
    let host: PluginContext | undefined;
    const writer = definePlugin(defineGroup("writer", { title: "Writer" }), {
      version: "1.0.0",
      operations: [],
      start(given) {
        host = given;
        return undefined;
      },
    });
    const config = { data: env.data, runner: { script: "no-such-script.mjs" } };
    const plugins = [channels(config), agents(), chats(), writer()] as const;
    const path = join(env.data, "store");
    const { gateway, stop } = await testGateway({ plugins, storage: lmdb({ path }), background: false });
    onTestFinished(stop);
    await gateway.start();
    await (host as unknown as PluginContext).transact(async ({ store, now }) => {
      await store.put(claims, { id: "one", host: hostname(), startedAt: now, ...claim });
    });
    return { gateway, env, host: () => host as unknown as PluginContext };
  }

  it("with the pid of another process does not harm it, and the runner is stopped", async () => {
    const other = spawn("sleep", ["600"]);
    onTestFinished(() => void other.kill());
    await once(other, "spawn");
    const mark = processMark(other.pid as number);
    const { gateway } = await claimed({ pid: mark.pid, start: `${mark.start}0` });
    const { status } = await gateway.call("channels.status", {});
    expect(status).toMatchObject({ channels: { running: false }, health: { status: "stopped" }, runner: null });
    expect(await gateway.call("channels.stop", {})).toMatchObject({ changed: false, reason: "not_running" });
    expect(processStatus(mark)).toBe("alive");
  });

  it("with an unused pid means that the runner is not running", async () => {
    const gone = spawn("true");
    await once(gone, "exit");
    const { gateway } = await claimed({ pid: gone.pid as number, start: earlier });
    expect(await gateway.call("channels.stop", {})).toMatchObject({ changed: false, reason: "not_running" });
  });

  it("is removed, like the turn of a process that was killed during a change", async () => {
    const gone = spawn("true");
    await once(gone, "exit");
    const pid = gone.pid as number;
    const { gateway, host } = await claimed({ pid, start: earlier });
    const turn = { pid, start: earlier, id: "one", host: hostname() };
    await host().transact(async ({ store, now }) => store.put(changeLocks, { ...turn, until: now + 60_000 }));
    const began = performance.now();
    expect(await gateway.call("channels.stop", {})).toMatchObject({ changed: false, reason: "not_running" });
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it("of a process on another host ends when it is no longer renewed, like the turn of one", async () => {
    const elsewhere = { pid: 1, start: "other-boot:other-container/1", host: "beta" };
    const { gateway, host } = await claimed(elsewhere);
    await host().transact(async ({ store, now }) => {
      await store.put(changeLocks, { ...elsewhere, id: "one", since: now, until: now + LEASE });
    });
    const { status, process } = await gateway.call("channels.status", {});
    expect(process).toEqual({ host: "beta", pid: 1, status: "starting" });
    expect(status.channels).toMatchObject({ running: true, managed: false, cpu: null, memoryBytes: null });
    await until(async () => expect((await gateway.call("channels.status", {})).health).toBe("stopped"));
    expect(await gateway.call("channels.stop", {})).toMatchObject({ changed: false, reason: "not_running" });
  });

  it("of a process that cannot be identified leads to no signal, which is reported", async () => {
    const other = spawn("sleep", ["600"]);
    onTestFinished(() => void other.kill());
    await once(other, "spawn");
    const pid = other.pid as number;
    const { gateway } = await claimed({ pid });
    const stopped = await gateway.call("channels.stop", {});
    expect(stopped).toMatchObject({ changed: false, reason: expect.stringContaining("was not signaled") });
    expect(processStatus(processMark(pid))).toBe("alive");
  });

  it("of a live but silent process prevents a second runner", async () => {
    const other = spawn("sleep", ["600"]);
    onTestFinished(() => void other.kill());
    await once(other, "spawn");
    const startedAt = Date.now() - 60_000;
    const { gateway, env } = await claimed({ ...processMark(other.pid as number), startedAt });
    const { health } = (await gateway.call("channels.status", {})).status;
    expect(health).toMatchObject({ status: "unreachable", reason: expect.stringContaining("last reported") });
    expect(await env.run("channels", "start", "--json")).toMatchObject({
      code: 5,
      out: expect.stringContaining('"code":"channels.runner_undecided"'),
    });
    expect(await gateway.call("channels.stop", {})).toMatchObject({ changed: true, previousPid: other.pid });
    await untilGone(processMark(other.pid as number));
  });
});

function isRefused(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a user without the right to signal the process is available: always, unless root cannot switch users. */
const isRoot = process.getuid?.() === 0;

const isStranger = isRoot || isRefused(1);

describe.skipIf(!isStranger)("a runner of another user", () => {
  it("is not stopped, which is reported", async () => {
    const folder = mkdtempSync(join(tmpdir(), "postern-other-user-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const other = isRoot ? spawn("sleep", ["600"]) : undefined;
    onTestFinished(() => void other?.kill());
    const pid = other?.pid ?? 1;
    const script = fileURLToPath(new URL("./processes/other-user.mjs", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, join(folder, "store"), String(pid)]);
    const stopped = JSON.parse(stdout.trim().split("\n").at(-1) as string);
    expect(stopped).toMatchObject({ changed: false, reason: expect.stringContaining("EPERM") });
    expect(stopped.status.channels).toMatchObject({ running: true, pid });
    expect(processStatus(processMark(pid))).toBe("alive");
  });
});

describe("an error is reported", () => {
  const errorOf = async (config: Parameters<typeof channels>[0], storage = memory()) => {
    const { admin, stop } = await testGateway({ plugins: [channels(config), agents(), chats()], storage });
    onTestFinished(stop);
    const { status, body } = await admin.post("channels.start");
    return { status, code: body.code, detail: body.detail };
  };

  it("if the store does not support several processes", async () => {
    const config = { data: "nowhere", runner: { script: "runner.mjs" } };
    expect(await errorOf(config)).toMatchObject({ status: 409, code: "channels.one_process" });
    expect((await errorOf(config)).detail).toContain("lmdb:<folder>");
  });

  it("if the script of the runner is missing", async () => {
    const env = await newEnvironment();
    env.configure({ plugins: { context: true, chats: true, channels: { runner: { script: "gone.mjs" } } } });
    const { code, err } = await env.run("channels", "start");
    expect(code).toBe(5);
    expect(err).toContain("Runner script gone.mjs not found");
  });

  it("if the plugin is not enabled", async () => {
    const env = await newEnvironment();
    writeFileSync(
      join(env.home, "postern.config.json"),
      JSON.stringify({ plugins: { context: true }, pluginsOnly: true }),
    );
    expect(await env.run("runner")).toMatchObject({
      code: 2,
      err: expect.stringContaining('The plugin "channels" is not enabled'),
    });
    expect(existsSync(join(env.data, "processes"))).toBe(false);
  });
});
