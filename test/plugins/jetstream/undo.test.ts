import { testGateway } from "@postern/core/testing";
import jetstream from "@postern/jetstream";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";

const bridge = { label: "Out", servers: ["nats://127.0.0.1:9"], stream: "EVENTS", types: ["jetstream.**"] };
const consumer = {
  ...{ label: "In", servers: ["nats://127.0.0.1:9"], stream: "COMMANDS", filter: "commands.>" },
  operations: ["jetstream.bridges.list"],
};

async function open() {
  const gateway = await testGateway({ plugins: [service(), jetstream()], background: false });
  onTestFinished(() => gateway.stop());
  const { admin } = gateway;
  const list = (kind: "bridges" | "consumers") => async () =>
    ((await admin.post(`jetstream.${kind}.list`)).body[kind] as Record<string, unknown>[]).map(
      ({ updatedAt: _, ...shown }) => shown,
    );
  return { ...gateway, list };
}

describe("undo", () => {
  it.each([
    ["bridges", bridge],
    ["consumers", consumer],
  ] as const)("removes the new thing: %s", async (kind, input) => {
    const { admin, list } = await open();
    const { undo } = await undoable(admin, `jetstream.${kind}.create`, input);
    await undo();
    expect(await list(kind)()).toEqual([]);
  });

  it.each([
    ["bridges", bridge, { subject: "other.{type}", types: ["jetstream.bridge.*"], label: "New" }],
    ["consumers", consumer, { maxDeliver: 9, operations: ["jetstream.consumers.list"] }],
  ] as const)("restores an update: %s", async (kind, input, change) => {
    const { admin, list } = await open();
    const created = (await admin.post(`jetstream.${kind}.create`, input)).body;
    const { id } = created.bridge ?? created.consumer;
    await expectUndone(admin, `jetstream.${kind}.update`, { id, ...change }, list(kind));
  });

  it.each([
    ["bridges", bridge],
    ["consumers", consumer],
  ] as const)("enables and disables again: %s", async (kind, input) => {
    const { admin, list } = await open();
    const created = (await admin.post(`jetstream.${kind}.create`, input)).body;
    const { id } = created.bridge ?? created.consumer;
    await expectUndone(admin, `jetstream.${kind}.disable`, { id }, list(kind));
  });
});
