import { setTimeout as pause } from "node:timers/promises";
import channels, { statusChanged } from "@postern/channels";
import { adapterKinds, permanent } from "@postern/channels/services";
import irc from "@postern/channels-irc";
import chats from "@postern/chats";
import { defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { kindsPlugin, openGateway } from "./environment.ts";
import { loopKind } from "./loop/kind.mjs";
import { message, startLoop } from "./loop/server.ts";

const PASSWORD = "hunter2-Canary";
const withSecret = () => loopKind({ secret: { needed: true, what: "the password" } });
const vault = () => credentials({ data: folder(), home: folder(), backend: "vault" });

const broken = (id: string, open: () => Promise<never>) => ({
  ...loopKind({ id }),
  config: T.Object({}),
  open,
});

describe("an adapter", () => {
  it("is created, shown, updated, disabled, enabled and removed, each with an event", async () => {
    const [env, loop, other] = [await openGateway(), await startLoop(), await startLoop()];
    const reported: string[] = [];
    for (const past of ["created", "updated", "disabled", "enabled", "removed"])
      env.gateway.on(
        { type: `channels.adapter.${past}`, summary: "", data: {} as never },
        () => void reported.push(past),
      );
    const created = { id: "loop", kind: "loop", config: { port: loop.port } };
    const { adapter } = await env.post("channels.adapters.create", created);
    expect(adapter).toMatchObject({
      ...created,
      status: "starting",
      reason: "The runner is about to start the adapter",
    });
    const connected = await env.hasStatus("loop", { status: "connected", reconnectCount: 0 });
    expect(connected.reason).toBeUndefined();
    expect(connected.connectedAt).toBeGreaterThanOrEqual(adapter.createdAt);

    const updated = await env.post("channels.adapters.update", { id: "loop", config: { port: other.port } });
    // The status is not that of the former connection.
    expect(updated.adapter.status).toBe("starting");
    await until(() => expect([loop.sockets.size, other.sockets.size]).toEqual([0, 1]));
    await env.post("channels.adapters.disable", { id: "loop" });
    await until(() => expect(other.sockets.size).toBe(0));
    await env.hasStatus("loop", { status: "disabled", reason: "The adapter is disabled" });
    expect((await env.post("channels.adapters.enable", { id: "loop" })).adapter.status).toBe("starting");
    await env.hasStatus("loop", { status: "connected" });
    await env.post("channels.adapters.remove", { id: "loop", execute: true });
    await until(() => expect(other.sockets.size).toBe(0));
    expect((await env.admin.post("channels.adapters.show", { id: "loop" })).status).toBe(404);
    expect((await env.post("channels.adapters.list")).adapters).toEqual([]);
    await until(() => expect(reported).toEqual(["created", "updated", "disabled", "enabled", "removed"]));
  });

  it("is listed by status and kind", async () => {
    const [env, loop] = [await openGateway({ kinds: [loopKind(), loopKind({ id: "other" })] }), await startLoop()];
    await env.adapter(loop.port);
    await env.adapter(loop.port, { id: "second", kind: "other" });
    await env.post("channels.adapters.disable", { id: "second" });
    const ids = async (input: object) =>
      (await env.post("channels.adapters.list", input)).adapters.map(({ id }: { id: string }) => id);
    expect(await ids({})).toEqual(["loop", "second"]);
    expect(await ids({ status: "connected" })).toEqual(["loop"]);
    expect(await ids({ kind: "other" })).toEqual(["second"]);
    expect(await ids({ kind: "other", status: "connected" })).toEqual([]);
  });

  it("is rejected with all issues if its settings are invalid", async () => {
    const env = await openGateway({ kinds: [loopKind(), { ...withSecret(), id: "safe" }] });
    const issues = async (input: object) => {
      const reply = await env.admin.post("channels.adapters.create", { id: "loop", kind: "loop", ...input });
      expect(reply.status).toBe(400);
      return reply.body.issues.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
    };
    expect(await issues({ config: {} })).toEqual(["/config/port is required"]);
    expect(await issues({ config: { port: "6667" } })).toEqual(["/config/port must be integer"]);
    expect(await issues({ config: { port: 1, prot: 2 } })).toEqual(["/config/prot is not a known field"]);
    expect(await issues({ config: { port: 1 }, connection: "x" })).toEqual([
      "/connection must be left out: adapters of kind loop do not use a secret",
    ]);
    expect(await issues({ kind: "safe", config: { port: 1 } })).toEqual(["/connection is required: the password"]);
    expect((await issues({ kind: "lop" }))[0]).toMatch(/^\/kind must be one of .*loop.*safe/);
    expect((await issues({ id: "Loop!" }))[0]).toMatch(/^\/id must match pattern/);
    const agent = { id: "loop", kind: "loop", config: { port: 1 }, agent: "nobody" };
    expect(await env.admin.post("channels.adapters.create", agent)).toMatchObject({
      status: 404,
      body: { code: "channels.agent_unknown" },
    });
  });

  it("is created only once, even if two calls create it at the same time", async () => {
    const env = await openGateway();
    const created = { id: "loop", kind: "loop", config: { port: 1 } };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => env.admin.post("channels.adapters.create", created)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it("is disconnected with a reason while no runner is running", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    await env.stop();
    const desk = await openGateway({ storage: env.storage, role: "gateway" });
    expect(await desk.show("loop")).toMatchObject({ status: "disconnected", reason: "The runner is stopped" });
  });

  it("is started again by the next runner without a request", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    await env.stop();
    await until(() => expect(loop.sockets.size).toBe(0));
    const again = await openGateway({ storage: env.storage });
    await again.hasStatus("loop", { status: "connected", reconnectCount: 0 });
  });
});

describe("an adapter whose kind is registered late", () => {
  it("starts without having failed", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    await env.stop();
    const reported: string[] = [];
    const listener = definePlugin(defineGroup("listener", { title: "Listener" }), {
      version: "1.0.0",
      operations: [],
      setup: ({ on }) => void on(statusChanged, ({ data }) => void reported.push(data.status)),
    });
    const late = definePlugin(defineGroup("late", { title: "Late", needs: { kinds: adapterKinds } }), {
      version: "1.0.0",
      operations: [],
      async setup({ services }) {
        await pause(1_000);
        services.kinds.register(loopKind());
      },
    });
    const plugins = [chats(), listener(), channels({ role: "runner" }), late()];
    const { stop } = await testGateway({ plugins, storage: env.storage });
    onTestFinished(stop);
    await until(() => expect(reported.at(-1)).toBe("connected"));
    expect(reported).not.toContain("failed");
  });

  it("fails if no plugin has registered it when all have started", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    await env.stop();
    const again = await openGateway({ storage: env.storage, kinds: [] });
    await again.hasStatus("loop", {
      status: "failed",
      reason: 'No plugin provides the kind "loop". Install and enable the plugin that provides it',
    });
  });
});

describe("a link", () => {
  it("is reopened after it was cut, and later messages are received", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    const reported: string[] = [];
    const changed = { type: "channels.status.changed", summary: "", data: {} as never };
    env.gateway.on(changed, ({ data }) => void reported.push((data as { status: string }).status));
    loop.cut();
    await env.hasStatus("loop", { status: "connected", reconnectCount: 1 });
    expect(await loop.deliver(message("Back"))).toMatchObject({ disposition: "created" });
    await until(() => expect(reported).toEqual(["reconnecting", "connected"]));
  });

  it("is retried repeatedly with the reason if it cannot be opened", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await loop.close();
    await env.post("channels.adapters.create", { id: "loop", kind: "loop", config: { port: loop.port } });
    await env.hasStatus("loop", { status: "reconnecting", reason: "ECONNREFUSED", reconnectCount: 2 });
    await startLoop(loop.port);
    await env.hasStatus("loop", { status: "connected" });
  });

  it("is failed after a permanent error, until something is changed", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    loop.end("Banned", true);
    await env.hasStatus("loop", { status: "failed", reason: "Banned" });
    // The delays of another one, which is retried twice, are longer than the first delay would be.
    const other = await startLoop();
    await env.adapter(other.port, { id: "other" });
    await other.close();
    await env.hasStatus("other", { status: "reconnecting", reconnectCount: 3 });
    expect(loop.hellos).toHaveLength(1);
    await env.post("channels.adapters.enable", { id: "loop" });
    await env.hasStatus("loop", { status: "connected" });
  });

  it("is degraded with a reason, until there are no problems left", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    loop.trouble("Cannot join #room:\u0000 banned\n");
    await env.hasStatus("loop", { status: "degraded", reason: "Cannot join #room: banned" });
    expect(await loop.deliver(message("Still heard"))).toMatchObject({ disposition: "created" });
    loop.trouble("");
    expect((await env.hasStatus("loop", { status: "connected" })).reason).toBeUndefined();
  });
});

describe("a faulty adapter", () => {
  it.each([
    [
      "throws immediately",
      () => {
        throw new Error("No such thing");
      },
    ],
    ["rejects", async () => Promise.reject(new Error("No such thing"))],
    ["rejects with a string", async () => Promise.reject("No such thing")],
  ])("that %s does not affect others", async (_name, open) => {
    const kinds = [loopKind(), broken("broken", open as () => Promise<never>)];
    const [env, loop] = [await openGateway({ kinds }), await startLoop()];
    await env.post("channels.adapters.create", { id: "broken", kind: "broken" });
    await env.adapter(loop.port);
    await env.hasStatus("broken", { status: "reconnecting", reason: "No such thing" });
    expect(await loop.deliver(message("Hi"))).toMatchObject({ disposition: "created" });
  });

  it("is failed if it can never connect", async () => {
    const refusing = broken("broken", async () => Promise.reject(permanent("Wrong password")));
    const env = await openGateway({ kinds: [refusing] });
    await env.post("channels.adapters.create", { id: "broken", kind: "broken" });
    await env.hasStatus("broken", { status: "failed", reason: "Wrong password" });
  });

  it("reports that no plugin provides its kind any longer", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    await env.stop();
    const again = await openGateway({ storage: env.storage, kinds: [] });
    await again.hasStatus("loop", {
      status: "failed",
      reason: `No plugin provides the kind "loop". Install and enable the plugin that provides it`,
    });
  });

  it("names the command to run if the package of its kind is not installed", async () => {
    const adapter = { id: "home", kind: "irc", config: { host: "127.0.0.1", port: 1, nick: "bot", tls: false } };
    const missing = `No plugin provides the kind "irc". Run "npm install @postern/channels-irc" and enable "channels-irc"`;
    const env = await openGateway({ plugins: [irc()] });
    await env.post("channels.adapters.create", adapter);
    await env.stop();
    const without = await openGateway({ storage: env.storage });
    await without.hasStatus("home", { status: "failed", reason: missing });
    const refused = await without.admin.post("channels.adapters.create", { ...adapter, id: "other" });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "/kind" }] } });
    expect(refused.body.issues[0].message).toContain(missing);
    await without.stop();
    const again = await openGateway({ storage: env.storage, plugins: [irc()] });
    await again.hasStatus("home", { status: "reconnecting" });
  });
});

describe("the connection of an adapter", () => {
  async function openSafe() {
    const [env, loop] = [await openGateway({ kinds: [withSecret()], plugins: [vault()] }), await startLoop()];
    const made = { provider: "loop", connection: "bot", secret: PASSWORD };
    const { connection } = await env.post("credentials.connections.create", made);
    await env.adapter(loop.port, { connection: "bot" });
    return { env, loop, connection };
  }

  it("provides its secret only when it is used, and only to this adapter", async () => {
    const { env, loop, connection } = await openSafe();
    expect(loop.hellos).toMatchObject([{ password: PASSWORD }]);
    const shown = await env.show("loop");
    expect(shown.connection).toBe(connection.id);
    expect(JSON.stringify([shown, env.logged])).not.toContain(PASSWORD);
  });

  it("stops the adapter when it is disabled, and restarts it when it is enabled", async () => {
    const { env, loop } = await openSafe();
    await env.post("credentials.connections.disable", { connection: "bot" });
    await env.hasStatus("loop", { status: "disconnected", reason: 'Connection "bot" is disabled' });
    await until(() => expect(loop.sockets.size).toBe(0));
    await env.post("credentials.connections.enable", { connection: "bot" });
    await env.hasStatus("loop", { status: "connected" });
  });

  it("reconnects the adapter when its secret is rotated", async () => {
    const { env, loop } = await openSafe();
    await env.post("credentials.connections.rotate", { connection: "bot", secret: "another" });
    await until(() => expect(loop.hellos.at(-1)?.password).toBe("another"));
    await env.hasStatus("loop", { status: "connected" });
  });

  it("makes the adapter fail with a reason when it is removed", async () => {
    const { env, connection } = await openSafe();
    await env.post("credentials.connections.remove", { connection: "bot", execute: true });
    await env.hasStatus("loop", { status: "failed", reason: `Connection "${connection.id}" not found` });
  });

  it("must exist if the credentials plugin is enabled", async () => {
    const env = await openGateway({ kinds: [withSecret()], plugins: [vault()] });
    const input = { id: "loop", kind: "loop", config: { port: 1 }, connection: "nobody" };
    const reply = await env.admin.post("channels.adapters.create", input);
    expect(reply).toMatchObject({ status: 404, body: { code: "channels.connection_unknown" } });
  });
});

describe("the channels plugin", () => {
  it("works with only chats enabled", async () => {
    const plugins = [chats(), channels({ role: "runner" }), kindsPlugin([loopKind()])];
    const { admin, stop } = await testGateway({ plugins });
    onTestFinished(stop);
    const loop = await startLoop();
    const input = { id: "loop", kind: "loop", config: { port: loop.port }, agent: "whoever" };
    expect((await admin.post("channels.adapters.create", input)).status).toBe(200);
    await until(() => expect(loop.sockets.size).toBe(1));
    expect(await loop.deliver(message("Hi"))).toMatchObject({ disposition: "created" });
  });

  it("lists the available kinds", async () => {
    const env = await openGateway({ kinds: [loopKind({ idempotent: true })] });
    const { kinds } = await env.post("channels.kinds");
    expect(kinds.find(({ id }: { id: string }) => id === "loop")).toEqual({
      id: "loop",
      title: "Loop",
      description: "Lines of JSON to a port of this machine.",
      fields: [
        { name: "port", type: "integer", required: true, secret: false, description: "" },
        { name: "greeting", type: "string", required: false, secret: false, description: "" },
      ],
      config: expect.objectContaining({ type: "object", additionalProperties: false, required: ["port"] }),
      text: { most: 1_000, unit: "characters" },
      flood: { burst: 1_000, every: 0, per: "adapter" },
      idempotent: true,
    });
  });

  it("reports adapters and outgoing messages in the runner's status", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    const { chatId } = await loop.deliver(message("Hi"));
    await env.say(chatId as string, "Hello");
    await loop.got(1);
    await until(async () => {
      const { status } = await env.post("channels.status");
      expect(status.runner).toMatchObject({
        running: true,
        adapters: [{ id: "loop", channelId: "loop", status: "connected" }],
        outbound: {
          consumer: "channels.outbound",
          consuming: true,
          infrastructureReady: true,
          lastMessageAt: expect.any(Number),
          publishOutbox: { pendingCount: 0, lastPublishedAt: expect.any(Number) },
        },
      });
    });
    await loop.close();
    await env.say(chatId as string, "Are you there?");
    await until(async () => {
      const { status } = await env.post("channels.status");
      expect(status.runner.outbound.publishOutbox).toMatchObject({
        pendingCount: 1,
        oldestPendingAt: expect.any(Number),
        nextAttemptAt: expect.any(Number),
        lastPublishedAt: expect.any(Number),
      });
    });
  });
});
