import { permanent, secretRejected } from "@postern/channels/services";
import credentials from "@postern/credentials";
import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { openGateway } from "./environment.ts";
import { loopKind } from "./loop/kind.mjs";
import { startLoop } from "./loop/server.ts";

type Opened = Awaited<ReturnType<typeof openGateway>>;

const opened = (options: Parameters<typeof openGateway>[0] = {}) => openGateway({ plugins: [service()], ...options });
const problemsOf = async (env: Opened): Promise<object[]> => (await env.post("service.status")).problems;
const hasProblem = (env: Opened, ...expected: object[]) =>
  until(async () => expect(await problemsOf(env)).toEqual(expected.map((one) => expect.objectContaining(one))));

describe("the status of the gateway", () => {
  it("shows adapters that lost their connection or are disabled, with the command that helps", async () => {
    const [env, loop] = [await opened(), await startLoop()];
    await env.adapter(loop.port);
    await hasProblem(env);
    await loop.close();
    await hasProblem(env, {
      check: "channels.adapter_reconnecting",
      severity: "warning",
      message: expect.stringContaining('The Loop adapter "loop" is reconnecting: '),
      fix: "postern channels adapters show --id loop",
    });
    const { status, checks } = await env.post("service.status");
    expect(status).toBe("ok");
    const { items } = checks.find(({ name }: { name: string }) => name === "channels");
    expect(items).toEqual([
      { name: "runner", value: "degraded", detail: expect.stringContaining("loop is reconnecting") },
      { name: "adapter loop", value: "reconnecting", detail: expect.any(String) },
      { name: "outgoing messages", value: "0 waiting" },
    ]);
    await env.advance(61_000);
    await hasProblem(env, {
      check: "channels.adapter_reconnecting",
      severity: "error",
      fix: "postern channels adapters show --id loop",
    });
    expect((await env.post("service.status")).status).toBe("degraded");
    await env.post("channels.adapters.disable", { id: "loop" });
    const fix = "postern channels adapters enable --id loop";
    const message = 'The Loop adapter "loop" is disabled';
    await hasProblem(env, { check: "channels.adapter_disabled", severity: "info", message, fix });
    expect((await env.post("service.status")).status).toBe("ok");
  });

  it("names the command for the connection if its secret is rejected or it is disabled", async () => {
    const kind = {
      ...loopKind({ secret: { needed: true, what: "the password" } }),
      open: () => Promise.reject(secretRejected("The server rejected the password.")),
    };
    const vault = credentials({ data: folder(), home: folder(), backend: "vault" });
    const env = await opened({ kinds: [kind], plugins: [service(), vault] });
    const named = { provider: "loop", connection: "bot" };
    const { connection } = await env.post("credentials.connections.create", { ...named, secret: "hunter2-Canary" });
    const input = { id: "loop", kind: "loop", config: { port: 1 }, connection: "bot" };
    await env.post("channels.adapters.create", input);
    await hasProblem(env, {
      message: 'The Loop adapter "loop" failed: The server rejected the password',
      fix: `postern credentials connections rotate --connection ${connection.id} --secret-file FILE`,
    });
    await env.post("credentials.connections.disable", { connection: "bot" });
    await hasProblem(env, {
      check: "channels.adapter_disconnected",
      severity: "warning",
      fix: `postern credentials connections enable --connection ${connection.id}`,
    });
  });

  it("is degraded, also at /health, if an adapter failed", async () => {
    const kind = { ...loopKind(), open: () => Promise.reject(permanent("The server rejected the password")) };
    const env = await opened({ kinds: [kind] });
    await env.post("channels.adapters.create", { id: "loop", kind: "loop", config: { port: 1 } });
    await hasProblem(env, {
      check: "channels.adapter_failed",
      severity: "error",
      message: 'The Loop adapter "loop" failed: The server rejected the password',
    });
    expect((await env.post("service.status")).status).toBe("degraded");
    await until(async () => expect((await env.admin.send("/health")).body).toEqual({ status: "degraded" }));
  });

  it("shows a runner that was never started although adapters are enabled", async () => {
    const [runner, loop] = [await openGateway(), await startLoop()];
    await runner.adapter(loop.port);
    await runner.stop();
    const env = await opened({ storage: runner.storage, role: "gateway" });
    const message = "The channel runner was never started, so 1 enabled adapter is not connected";
    const fix = "postern channels start";
    await hasProblem(env, { check: "channels.runner_stopped", severity: "warning", message, fix });
    await env.post("channels.adapters.disable", { id: "loop" });
    await hasProblem(env);
  });
});
