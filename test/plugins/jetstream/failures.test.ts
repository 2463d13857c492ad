import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { openConsumer, openSender, pendingIn } from "./commands.ts";
import { openGateway } from "./gateway.ts";
import { startNats } from "./nats.ts";

describe.skipIf(!has("nats-server"))("a message that cannot be handled", () => {
  it("answers errors that stay the same, and removes the message", async () => {
    const nats = await startNats();
    await openConsumer(nats);
    const sender = await openSender(nats);
    const cases: [unknown, string][] = [
      [{ operation: "bells.ring", input: { n: 13 } }, "bells.broken"],
      [{ operation: "bells.ring", input: { n: "x" } }, "gateway.invalid_input"],
      [{ operation: "bells.ring-many", input: { from: 0, count: 1 } }, "gateway.forbidden"],
      [{ operation: "bells.rings", input: {} }, "gateway.unknown_operation"],
      [{ operation: "bells.ring", inputs: {} }, "gateway.invalid_input"],
      ["{not json", "gateway.invalid_json"],
      [[1], "gateway.invalid_input"],
    ];
    for (const [at, [body, code]] of cases.entries()) {
      await sender.send(body);
      await until(() => expect(sender.answers).toHaveLength(at + 1));
      expect(sender.answers[at]).toMatchObject({ status: "failed", error: { code } });
    }
    await until(async () => expect(await pendingIn(sender)).toBe(0));
    expect((await sender.manager.streams.info("COMMANDS_DEAD")).state.messages).toBe(0);
  });

  it("makes a message that fails and wants no answer a dead letter", async () => {
    const nats = await startNats();
    const { show } = await openConsumer(nats);
    const sender = await openSender(nats);
    await sender.send(
      { operation: "bells.ring", input: { n: 13 } },
      { id: "bad", reply: "", headers: { "X-Own": "kept" } },
    );
    await until(async () => expect((await show()).dead).toBe(1));
    const dead = await sender.manager.streams.getMessage("COMMANDS_DEAD", { seq: 1 });
    expect(dead?.json()).toEqual({ operation: "bells.ring", input: { n: 13 } });
    expect(dead?.header.get("Postern-Dead-Code")).toBe("bells.broken");
    expect(dead?.header.get("Postern-Dead-Reason")).toBe("Bell 13 is broken");
    expect(dead?.header.get("Postern-Message-Id")).toBe("bad");
    expect(dead?.header.get("X-Own")).toBe("kept");
    await until(async () => expect(await pendingIn(sender)).toBe(0));
  });

  it("tries again what may succeed later", async () => {
    const nats = await startNats();
    const { bells } = await openConsumer(nats);
    bells.faults = 2;
    const sender = await openSender(nats);
    await sender.send({ operation: "bells.fail" });
    await until(() => expect(sender.answers).toHaveLength(1));
    expect(sender.answers[0]).toMatchObject({ status: "done", output: { attempts: 3 } });
  });

  it("makes a message that failed too often a dead letter, and answers that", async () => {
    const nats = await startNats();
    const { bells } = await openConsumer(nats, { maxDeliver: 2 });
    bells.faults = 100;
    const sender = await openSender(nats);
    await sender.send({ operation: "bells.fail" });
    await until(() => expect(sender.answers).toHaveLength(1));
    expect(sender.answers[0]).toMatchObject({ status: "dead", error: { code: "gateway.unavailable", status: 503 } });
    expect(bells.attempts).toBe(2);
    const dead = await sender.manager.streams.getMessage("COMMANDS_DEAD", { seq: 1 });
    expect(dead?.header.get("Postern-Dead-Deliveries")).toBe("2");
  });

  it("keeps a message whose dead letter no stream stores, and reports it", async () => {
    const nats = await startNats();
    const { show } = await openConsumer(nats);
    const sender = await openSender(nats);
    await sender.manager.streams.delete("COMMANDS_DEAD");
    await sender.send("{", { reply: "" });
    await until(async () => expect((await show()).lastError?.message).toContain("No stream stores the subject"));
    expect(await pendingIn(sender)).toBe(1);
  });

  it("refuses a subject for dead letters that it would receive itself", async () => {
    const { admin } = await openGateway();
    const { status, body } = await admin.post("jetstream.consumers.create", {
      ...{ label: "Loop", servers: ["nats://localhost"], stream: "S", filter: "a.>" },
      ...{ operations: ["bells.ring"], deadLetterSubject: "a.dead" },
    });
    expect([status, body.code]).toEqual([400, "jetstream.dead_letter_loop"]);
  });
});
