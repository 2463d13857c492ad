import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { relay } from "../channels/servers/programs.ts";
import { openConsumer, openSender, pendingIn } from "./commands.ts";
import { openGateway } from "./gateway.ts";
import { startNats } from "./nats.ts";

describe.skipIf(!has("nats-server"))("a consumer", () => {
  it("creates the stream, the durable consumer and the stream for dead letters", async () => {
    const nats = await startNats();
    const { ok, id, provisioned } = await openConsumer(nats);
    expect(provisioned).toEqual({ stream: "created", durable: "created", deadLetters: "COMMANDS_DEAD" });
    const again = await ok("jetstream.consumers.provision", { id, execute: true });
    expect(again).toEqual({ stream: "unchanged", durable: "unchanged", deadLetters: "COMMANDS_DEAD" });
    await ok("jetstream.consumers.update", { id, maxInFlight: 4 });
    expect((await ok("jetstream.consumers.provision", { id, execute: true })).durable).toBe("updated");
  });

  it("calls an operation and answers, as members or with headers", async () => {
    const nats = await startNats();
    const { show } = await openConsumer(nats);
    const sender = await openSender(nats);
    await sender.send({ operation: "bells.ring", input: { n: 1 } }, { id: "first" });
    await sender.send({ n: 2 }, { headers: { "Postern-Operation": "bells.ring" } });
    await until(() => expect(sender.answers).toHaveLength(2));
    const [first, second] = sender.answers.toSorted((a, b) => (a.id === "first" ? -1 : b.id === "first" ? 1 : 0));
    expect(first).toMatchObject({ id: "first", status: "done", output: { n: 1 } });
    expect(second).toMatchObject({ id: expect.stringMatching(/^COMMANDS:2:\d+$/), status: "done", output: { n: 2 } });
    await until(async () => expect(await pendingIn(sender)).toBe(0));
    await until(async () => expect((await show()).handled).toBe(2));
  });

  it("executes a message with the same id once, however often it arrives", async () => {
    const nats = await startNats();
    const { ok } = await openConsumer(nats);
    const sender = await openSender(nats);
    await sender.manager.streams.update("COMMANDS", { duplicate_window: 100_000_000 });
    const command = { operation: "bells.ring", input: { n: 3 } };
    await sender.send(command, { id: "same" });
    await until(() => expect(sender.answers).toHaveLength(1));
    // Beyond the window in which the server recognizes duplicates.
    await until(async () => expect((await sender.send(command, { id: "same" })).duplicate).toBe(false));
    await until(() => expect(sender.answers).toHaveLength(2));
    const [first, second] = sender.answers;
    expect(second).toEqual(first);
    const other = { label: "Count", servers: [nats.url], stream: "EVENTS", subject: "all.{type}", types: ["bells.**"] };
    const { bridge } = await ok("jetstream.bridges.create", { ...other, from: "beginning" });
    await ok("jetstream.bridges.provision", { id: bridge.id, execute: true });
    const shown = async () => ok("jetstream.bridges.show", { id: bridge.id });
    await until(async () => expect(await shown()).toMatchObject({ lag: 0, bridge: { published: 1 } }));
    await sender.send({ operation: "bells.ring", input: { n: 4 } }, { id: "same" });
    await until(() => expect(sender.answers).toHaveLength(3));
    expect(sender.answers[2]?.error).toMatchObject({ code: "gateway.idempotency_conflict", status: 409 });
  });

  it("only plans a command that is dry by default, until the message says execute", async () => {
    const nats = await startNats();
    await openConsumer(nats);
    const sender = await openSender(nats);
    await sender.send({ operation: "bells.melt", input: { n: 5 } });
    await until(() => expect(sender.answers).toHaveLength(1));
    expect(sender.answers[0]).toMatchObject({ status: "planned", plan: { summary: "Melt 5" } });
    await sender.send({ operation: "bells.melt", input: { n: 5 }, execute: true });
    await until(() => expect(sender.answers).toHaveLength(2));
    expect(sender.answers[1]).toMatchObject({ status: "done", output: { melted: 5 } });
  });

  it("answers only to subjects that are allowed", async () => {
    const nats = await startNats();
    const { show } = await openConsumer(nats);
    const sender = await openSender(nats, "somewhere.else");
    for (const reply of ["somewhere.else", "$JS.API.STREAM.DELETE.COMMANDS", "postern.commands.x", "_INBOX.*"])
      await sender.send({ operation: "bells.ring", input: { n: 1 } }, { reply });
    await until(async () => expect((await show()).handled).toBe(4));
    expect(sender.answers).toEqual([]);
    expect((await sender.manager.streams.info("COMMANDS")).config.name).toBe("COMMANDS");
  });

  it("acts with no more rights than the context that created it", async () => {
    const nats = await startNats();
    const { ok, client, gateway } = await openGateway();
    const creator = await client(["jetstream:*", "bells.ring"]);
    const input = { label: "Mine", servers: [nats.url], stream: "COMMANDS", filter: "postern.commands.>" };
    const refused = await creator.post("jetstream.consumers.create", {
      ...input,
      operations: ["bells.ring", "bells.melt"],
    });
    expect([refused.status, refused.body.code]).toEqual([403, "gateway.forbidden"]);
    const { consumer } = await ok("jetstream.consumers.create", { ...input, operations: ["bells.ring"] }, creator);
    // An admin changes it, and the creator's rights still decide.
    const widened = await client(["*"]);
    const change = { id: consumer.id, operations: ["bells.melt"] };
    expect((await widened.post("jetstream.consumers.update", change)).status).toBe(403);
    await ok("jetstream.consumers.provision", { id: consumer.id, execute: true }, creator);
    const sender = await openSender(nats);
    await sender.send({ operation: "bells.ring", input: { n: 1 } });
    await until(() => expect(sender.answers).toMatchObject([{ status: "done" }]));
    await gateway.keys.revoke(creator.contextId);
    await sender.send({ operation: "bells.ring", input: { n: 2 } });
    const status = async () => (await ok("jetstream.consumers.show", { id: consumer.id })).consumer;
    await until(async () =>
      expect(await status()).toMatchObject({ status: "disabled", statusReason: "context_ended" }),
    );
    expect(sender.answers).toHaveLength(1);
    expect(await pendingIn(sender)).toBe(1);
  });

  it("may call other operations after an update, with the same idempotency keys", async () => {
    const nats = await startNats();
    const { ok, id, consumer } = await openConsumer(nats, { operations: ["bells.ring"] });
    const sender = await openSender(nats);
    await sender.send({ operation: "bells.melt", input: { n: 1 }, execute: true });
    await until(() => expect(sender.answers).toMatchObject([{ error: { code: "gateway.forbidden" } }]));
    const changed = await ok("jetstream.consumers.update", { id, operations: ["bells.ring", "bells.melt"] });
    expect(changed.consumer.actsAs).toBe(consumer.actsAs);
    await sender.send({ operation: "bells.melt", input: { n: 2 }, execute: true });
    await until(() => expect(sender.answers[1]).toMatchObject({ status: "done", output: { melted: 2 } }));
  });

  it("connects again after the connection was lost, and executes nothing twice", async () => {
    const nats = await startNats();
    const between = await relay(nats.port);
    const { show } = await openConsumer(nats, {}, `nats://127.0.0.1:${between.port}`);
    const sender = await openSender(nats);
    // What was being handled when the connection was cut is delivered again soon.
    await sender.manager.consumers.update("COMMANDS", "postern", { ack_wait: 2_000_000_000 });
    const count = 60;
    for (let n = 100; n < 100 + count; n++) {
      await sender.send({ operation: "bells.ring", input: { n } }, { id: `m${n}` });
      if (n % 20 === 0) between.cut();
    }
    const seen = () => new Set(sender.answers.map(({ id }) => id)).size;
    await until(() => expect(seen()).toBe(count));
    expect(sender.answers.every(({ status }) => status === "done")).toBe(true);
    expect((await show()).lastError).toBeDefined();
    await between.stop();
  });

  it("handles at most as many messages at a time as it may", async () => {
    const nats = await startNats();
    const { manager } = await openSender(nats);
    await openConsumer(nats, { maxInFlight: 3 });
    const { config } = await manager.consumers.info("COMMANDS", "postern");
    expect(config).toMatchObject({ max_ack_pending: 3, max_deliver: -1, filter_subject: "postern.commands.>" });
  });
});
