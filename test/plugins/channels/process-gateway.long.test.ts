import { rmSync } from "node:fs";
import { sendSignal } from "@postern/core/process";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { kill, killBoth, newEnvironment, post, untilGone } from "./process.ts";

describe("the runner next to a gateway", () => {
  it("continues while the gateway is killed and restarted, and is controlled over HTTP", async () => {
    const env = await newEnvironment();
    const first = await env.serve();
    const started = await post(first.url, env.key, "channels.start");
    expect(started).toMatchObject({ status: 200, body: { changed: true, status: { health: { status: "ready" } } } });
    const { pid } = started.body.status.channels;
    first.child.kill("SIGKILL");
    await first.ended;
    const look = await env.status();
    expect(look).toMatchObject({ channels: { pid, running: true }, health: { status: "ready" } });
    const second = await env.serve();
    expect(await post(second.url, env.key, "channels.start")).toMatchObject({ body: { reason: "already_running" } });
    const status = await post(second.url, env.key, "channels.status");
    expect(status.body.status).toMatchObject({ channels: { pid }, health: { status: "ready" } });
    const logs = await post(second.url, env.key, "channels.logs", { lines: "5" });
    expect(logs.body.lines.length).toBeGreaterThan(0);
    const claimed = async () => {
      const { body } = await post(second.url, env.key, "service.gateways.list");
      return body.gateways.find(({ isSelf }: { isSelf: boolean }) => isSelf).held;
    };
    await until(async () => expect(await claimed()).toEqual([{ worker: "channels.watch", count: 1 }]));
    const stopped = await post(second.url, env.key, "channels.stop");
    await until(async () => expect(await claimed()).toEqual([]));
    expect(stopped.body).toMatchObject({ changed: true, previousPid: pid });
    expect(JSON.stringify([started, status, stopped])).not.toContain(env.home);
  });

  it("is restarted after it was killed, which is reported once within ten seconds", async () => {
    const env = await newEnvironment();
    const { url } = await env.serve();
    await env.change("start");
    const killed = env.runner();
    const at = Date.now();
    kill(killed);
    await until(async () => expect(await env.reported("channels.runner.died")).toHaveLength(1));
    const { events } = await env.json("events", "list", "--type", "channels.runner.died");
    expect(Date.parse(events[0].time) - at).toBeLessThan(10_000);
    expect(await env.reported("channels.runner.died")).toEqual([
      {
        type: "channels.runner.died",
        data: { pid: killed.pid, at: expect.any(Number), reason: "the runner was killed by SIGKILL", restarts: 1 },
      },
    ]);
    const { channels } = await env.hasStatus({ health: { status: "ready" } });
    expect(channels.pid).not.toBe(killed.pid);
    expect((await post(url, env.key, "channels.stop")).body.changed).toBe(true);
    expect(await env.reported("channels.runner.died")).toHaveLength(1);
  });

  it("is restarted after it was killed with its supervisor, but not after it was stopped", async () => {
    const env = await newEnvironment();
    const { url } = await env.serve();
    await env.change("start");
    const [supervisor, runner] = [env.supervisor(), env.runner()];
    killBoth(supervisor, runner);
    const ended = "the runner and its supervisor have ended unexpectedly";
    const restarting = `${ended}; restarting in 2 seconds`;
    await until(async () => {
      const { body } = await post(url, env.key, "channels.status");
      expect(body).toMatchObject({ health: "restarting", reason: restarting, adapters: [] });
      expect(body.status).toMatchObject({ channels: { status: "restarting" }, health: { status: "unreachable" } });
    });
    expect((await post(url, env.key, "service.status")).body.problems).toContainEqual({
      check: "channels.runner_restarting",
      severity: "error",
      message: expect.stringContaining(`The channel runner is not working: ${ended}; restarting`),
      fix: "postern channels logs",
    });
    const { channels } = await env.hasStatus({ channels: { managed: true }, health: { status: "ready" } });
    expect(channels.pid).not.toBe(runner.pid);
    expect(await env.reported("channels.runner.died")).toMatchObject([
      { data: { pid: runner.pid, reason: "the runner disappeared without a report" } },
    ]);
    await env.change("stop");
    // A missing runner is restarted at the first check after two seconds, and there is a check each second.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect((await env.status()).health.status).toBe("stopped");
  });

  it("is restarted only once if several gateways watch it", async () => {
    const env = await newEnvironment();
    await env.serve();
    await env.serve();
    await env.change("start");
    const runner = env.runner();
    killBoth(env.supervisor(), runner);
    await env.hasStatus({ channels: { managed: true }, health: { status: "ready" } });
    expect(await env.reported("channels.runner.died")).toHaveLength(1);
    expect(await env.reported("channels.runner.started")).toHaveLength(2);
    await env.change("stop");
  });

  it("is restarted at most twice by ten concurrent requests", async () => {
    const env = await newEnvironment();
    const { url } = await env.serve();
    await env.change("start");
    const all = await Promise.all(Array.from({ length: 10 }, () => post(url, env.key, "channels.restart")));
    // An answer shows the current status: the second restart can have begun when the first one is answered.
    expect(all.map(({ status, body }) => [status, body.changed])).toEqual(Array(10).fill([200, true]));
    expect(new Set(all.map(({ body }) => body.previousPid)).size).toBeLessThanOrEqual(2);
    await env.hasStatus({ channels: { managed: true }, health: { status: "ready" } });
  });

  it("is stopped only once by ten concurrent requests", async () => {
    const env = await newEnvironment();
    const { url } = await env.serve();
    await env.change("start");
    const all = await Promise.all(Array.from({ length: 10 }, () => post(url, env.key, "channels.stop")));
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(all.filter(({ body }) => body.changed)).toHaveLength(1);
    expect(await env.reported("channels.runner.stopped")).toHaveLength(1);
  });

  it("is unreachable if it hangs, and is killed by a stop", async () => {
    const env = await newEnvironment();
    env.configure({
      plugins: { context: true, events: true, chats: true, agents: true, channels: { grace: 1_000 } },
    });
    await env.change("start");
    const runner = env.runner();
    expect(sendSignal(runner, "SIGSTOP")).toBe("sent");
    const { health } = await env.hasStatus({ health: { status: "unreachable", reachable: false } });
    expect(health.reason).toMatch(/^the process is alive, but last reported \d+ seconds ago$/);
    expect(await env.run("channels", "start")).toMatchObject({ code: 5, err: expect.stringContaining("restart") });
    const stopped = await env.change("stop");
    expect(stopped).toMatchObject({ changed: true, previousPid: runner.pid });
    expect(stopped.reason).toContain("SIGKILL");
    expect(await env.reported("channels.runner.stopped")).toMatchObject([{ data: { reason: stopped.reason } }]);
    expect(await env.reported("channels.runner.died")).toEqual([]);
  });

  it("stops cleanly when its supervisor is killed, and both are restarted", async () => {
    const env = await newEnvironment();
    await env.serve();
    await env.change("start");
    const runner = env.runner();
    kill(env.supervisor());
    await untilGone(runner);
    expect(await env.reported("channels.runner.stopped")).toMatchObject([
      { data: { reason: "the supervisor of the runner is gone" } },
    ]);
    await env.hasStatus({ channels: { managed: true }, health: { status: "ready" } });
    await env.change("stop");
  });

  it("ends when its data folder is deleted", async () => {
    const env = await newEnvironment();
    await env.change("start");
    const [supervisor, runner] = [env.supervisor(), env.runner()];
    rmSync(env.data, { recursive: true });
    await untilGone(supervisor);
    await untilGone(runner);
  });
});
