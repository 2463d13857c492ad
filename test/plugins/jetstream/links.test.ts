import { headers } from "@nats-io/transport-node";
import approvals from "@postern/approvals";
import { testGateway } from "@postern/core/testing";
import jetstream from "@postern/jetstream";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { bellsPlugin, openGateway } from "./gateway.ts";
import { startNats } from "./nats.ts";

const servers = ["nats://127.0.0.1:9"];
const bridge = { label: "Events to the lab", servers, stream: "EVENTS", types: ["jetstream.**"] };
const consumer = {
  ...{ label: "Lab commands", servers, stream: "COMMANDS", filter: "commands.>" },
  operations: ["bells.ring"],
};

describe.each([
  ["bridges", "bridge", bridge],
  ["consumers", "consumer", consumer],
] as const)("%s", (kind, one, input) => {
  it("are found by the beginning of their label", async () => {
    const { ok } = await openGateway({ background: false });
    const created = await ok(`jetstream.${kind}.create`, input);
    await ok(`jetstream.${kind}.create`, { ...input, label: "Other" });
    const names = async (name: string) =>
      ((await ok(`jetstream.${kind}.list`, { name }))[kind] as { id: string }[]).map(({ id }) => id);
    expect(await names(input.label.slice(0, 3).toUpperCase())).toEqual([created[one].id]);
    expect(await names("nothing")).toEqual([]);
  });

  it("are visible only to the context that created them, its parents and admins", async () => {
    const { ok, admin, client } = await openGateway({ background: false });
    const creator = await client(["jetstream:*", "bells:*"]);
    const stranger = await client(["jetstream:*", "bells:*"]);
    const { id } = (await ok(`jetstream.${kind}.create`, input, creator))[one];
    expect((await ok(`jetstream.${kind}.list`, {}, stranger))[kind]).toEqual([]);
    for (const verb of ["show", "disable", "enable", "remove", "provision"]) {
      const { status, body } = await stranger.post(`jetstream.${kind}.${verb}`, { id });
      expect([verb, status, body.code]).toEqual([verb, 404, `jetstream.${one}_not_found`]);
    }
    expect((await admin.post(`jetstream.${kind}.show`, { id })).status).toBe(200);
    await ok(`jetstream.${kind}.remove`, { id, execute: true }, creator);
    expect((await admin.post(`jetstream.${kind}.show`, { id })).status).toBe(404);
  });

  it("are refused with types or operations that do not exist", async () => {
    const { admin } = await openGateway({ background: false });
    const wrong = kind === "bridges" ? { types: ["jetstream.bridge.creatd"] } : { operations: ["bells.rin"] };
    const { status, body } = await admin.post(`jetstream.${kind}.create`, { ...input, ...wrong });
    expect(status).toBe(404);
    expect(JSON.stringify(body)).toMatch(/jetstream\.bridge\.created|bells\.ring/);
  });
});

describe.skipIf(!has("nats-server"))("provisioning", () => {
  it("adds the subjects of a bridge to a stream that stores others", async () => {
    const nats = await startNats();
    const { manager } = await nats.client();
    await manager.streams.add({ name: "EVENTS", subjects: ["other.>"] });
    const { ok } = await openGateway();
    const { id } = (await ok("jetstream.bridges.create", { ...bridge, servers: [nats.url] })).bridge;
    const provision = async () => (await ok("jetstream.bridges.provision", { id, execute: true })).result;
    expect([await provision(), await provision()]).toEqual(["updated", "unchanged"]);
    expect((await manager.streams.info("EVENTS")).config.subjects).toEqual(["other.>", "postern.events.>"]);
  });
});

describe.skipIf(!has("nats-server"))("a consumer of a context that may only propose", () => {
  it("answers that the command waits for approval, and the same again", async () => {
    const nats = await startNats();
    const gateway = await testGateway({
      plugins: [bellsPlugin().plugin(), approvals(), jetstream({ allowPrivate: true })],
    });
    onTestFinished(() => gateway.stop());
    const creator = await gateway.client(["jetstream:*", "propose:bells.ring"]);
    const input = { ...consumer, servers: [nats.url] };
    const { id } = (await creator.post("jetstream.consumers.create", input)).body.consumer;
    await creator.post("jetstream.consumers.provision", { id, execute: true });
    const { connection, manager } = await nats.client();
    await manager.streams.update("COMMANDS", { duplicate_window: 100_000_000 });
    const answers: { status: string; approvalId?: string; output?: unknown }[] = [];
    connection.subscribe("_INBOX.me", { callback: (_error, message) => void answers.push(message.json()) });
    const send = async () => {
      const header = headers();
      header.set("Postern-Reply-To", "_INBOX.me");
      const body = JSON.stringify({ operation: "bells.ring", input: { n: 1 }, reason: "It is noon" });
      return manager.jetstream().publish("commands.ring", body, { headers: header, msgID: "noon" });
    };
    await send();
    await until(() => expect(answers).toHaveLength(1));
    expect(answers[0]).toMatchObject({ status: "pending", approvalId: expect.stringMatching(/^apr_/) });
    const { approvalId = "" } = answers[0] ?? {};
    const { approval } = (await gateway.admin.post("approvals.show", { id: approvalId })).body;
    expect(approval.reason).toBe("It is noon");
    const approved = await gateway.admin.post("approvals.approve", { id: approvalId, digest: approval.digest });
    expect(approved.body.success).toBe(true);
    await until(async () => expect((await send()).duplicate).toBe(false));
    await until(() => expect(answers).toHaveLength(2));
    expect(answers[1]).toMatchObject({ status: "done", output: { n: 1 } });
  });
});
