import { execFile } from "node:child_process";
import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { newEnvironment } from "./process.ts";

const run = promisify(execFile);

/** A user whose runner is kept running by a separate pm2. */
async function openPm2() {
  const user = await newEnvironment();
  const PM2_HOME = join(user.home, "pm2");
  const env = { PM2_HOME };
  const plugins = { context: true, events: true, chats: true, agents: true };
  const log = { bytes: 1_024, files: 2 };
  user.configure({ plugins: { ...plugins, channels: { manager: "pm2", grace: 5_000, log } } });
  const pm2 = async (...args: string[]) =>
    (await run("pm2", args, { env: { ...process.env, PM2_HOME, HOME: user.home }, timeout: 60_000 })).stdout;
  onTestFinished(async () => void (await pm2("kill")));
  return {
    user,
    change: async (action: string) => JSON.parse((await user.runWith(env, "", "channels", action, "--json")).out),
    status: async () => JSON.parse((await user.runWith(env, "", "channels", "status", "--json")).out).status,
    listed: async (): Promise<{ name: string; pid: number; pm_id: number; pm2_env: { env: object } }[]> =>
      JSON.parse((await pm2("jlist")).split("\n").findLast((line) => line.startsWith("[")) as string),
  };
}

describe.skipIf(!has("pm2"))("a runner with pm2 (needs pm2)", () => {
  it("is started, reported, restarted and stopped by pm2", async () => {
    const { user, change, status, listed } = await openPm2();
    expect(await status()).toMatchObject({ pmAvailable: true, channels: { managed: false, pmId: null } });
    expect(await change("stop")).toMatchObject({ changed: false, reason: "not_running", pmStatus: null });

    const started = await change("start");
    expect(started).toMatchObject({ changed: true, pmStatus: 0, status: { health: { status: "ready" } } });
    const [one] = await listed();
    const { channels, processName } = started.status;
    expect(channels).toMatchObject({ managed: true, running: true, status: "online", pid: one?.pid, pmId: one?.pm_id });
    expect(processName).toBe(one?.name);
    expect(await change("start")).toMatchObject({ changed: false, reason: "already_running" });
    const { lines } = await user.json("channels", "logs");
    expect(lines.join("\n")).toContain("The channel runner has started");

    appendFileSync(join(user.data, "logs", "channels.log"), `${"x".repeat(99)}\n`.repeat(20));
    const names = () => readdirSync(join(user.data, "logs")).sort();
    await until(() => expect(names()).toEqual(["channels.log", "channels.log.1"]));

    const restarted = await change("restart");
    expect(restarted).toMatchObject({ changed: true, pmStatus: 0, previousPid: one?.pid });
    expect(restarted.status.health).toMatchObject({ status: "ready" });
    expect(await change("stop")).toMatchObject({
      changed: true,
      pmStatus: 0,
      previousPid: restarted.status.channels.pid,
    });
    expect(await listed()).toEqual([]);
    expect((await status()).health).toMatchObject({ status: "stopped", reason: "the runner was stopped" });
  });

  it("is also removed from pm2 if another manager was configured since", async () => {
    const { user, change, listed } = await openPm2();
    await change("start");
    user.configure({ plugins: { context: true, events: true, chats: true, agents: true, channels: true } });
    expect(await change("stop")).toMatchObject({ changed: true, pmStatus: 0 });
    expect(await listed()).toEqual([]);
    expect(await change("start")).toMatchObject({
      changed: true,
      pmStatus: null,
      status: { health: { status: "ready" } },
    });
    await change("stop");
  });
});

it("reports that pm2 is configured but not installed", async () => {
  const user = await newEnvironment();
  user.configure({ plugins: { context: true, chats: true, channels: { manager: "pm2" } } });
  const PATH = "/nowhere";
  const { code, err } = await user.runWith({ PATH }, "", "channels", "start");
  expect(code).toBe(5);
  expect(err).toContain("The runner is configured to run with pm2, but pm2 was not found on the path");
  const { out } = await user.runWith({ PATH }, "", "channels", "status", "--json");
  expect(JSON.parse(out).status).toMatchObject({ pmAvailable: false, health: { status: "stopped" } });
});
