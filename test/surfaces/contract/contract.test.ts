import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGateway, type Plugin } from "@postern/core";
import { listen } from "@postern/core/server";
import mcp from "@postern/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groups } from "../../architecture/sources.ts";
import { comparableOutcome } from "./comparable.ts";
import type { Door, Mode, OperationEntry, Outcome } from "./door.ts";
import { callDoor } from "./doors/call.ts";
import { clientDoor } from "./doors/client.ts";
import { commandLineDoor } from "./doors/command-line.ts";
import { mcpDoor } from "./doors/mcp.ts";
import { inExampleOrder, modesOf } from "./examples.ts";
import { createIds } from "./ids.ts";

/** Every way into a gateway. All must have the same outcome as the first one. */
const doors: readonly Door[] = [callDoor, clientDoor, commandLineDoor, mcpDoor];

const makers = await Promise.all(
  [...groups].map(async (name) => {
    const { default: make } = (await import(`@postern/${name}`)) as { default: (config: object) => Plugin };
    return () => make({});
  }),
);
const newPlugins = () => [...makers.map((make) => make()), mcp()];
const { operations } = createGateway({ plugins: newPlugins() }).manifest;
const named = operations.filter(({ properties }) => properties.length > 0).map(({ id }) => id);
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** The clock of all gateways stands still: how long the calls take must not decide whether a rotated key still works. */
const started = Date.now();

/** A gateway of its own for each door, to which all doors do the same in the same order. */
async function openDoor(door: Door) {
  const folder = mkdtempSync(join(tmpdir(), "postern-contract-"));
  const options = { log: silent, id: createIds(), now: () => started, background: false };
  const gateway = createGateway({ plugins: newPlugins(), ...options });
  await gateway.start();
  // Models get some operations only if a grant names them.
  const { key } = await gateway.keys.issue({ label: "contract", scopes: ["*", ...named] });
  const { url, close } = await listen(gateway, { port: 0 });
  const opened = await door.open({ gateway, url, key, folder });
  return {
    name: door.name,
    call: opened.call,
    async stop() {
      await opened.close?.();
      await close();
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let opened: Awaited<ReturnType<typeof openDoor>>[] = [];
beforeAll(async () => {
  opened = await Promise.all(doors.map(openDoor));
});
afterAll(() => Promise.all(opened.map(({ stop }) => stop())));

let calls = 0;
async function outcomesOf(operation: OperationEntry, input: object, mode: Mode) {
  const idempotencyKey = `contract.${++calls}`;
  const outcomes: [string, Outcome][] = [];
  for (const { name, call } of opened) outcomes.push([name, await call(operation, input, mode, idempotencyKey)]);
  return outcomes.map(
    ([name, outcome]) => [name, comparableOutcome(operation, JSON.parse(JSON.stringify(outcome)))] as const,
  );
}

const inOrder = inExampleOrder(operations);

describe("every operation has the same outcome, whichever way it is called", () => {
  it.each(inOrder.map((operation) => [operation.id, operation] as const))("%s", async (_, operation) => {
    for (const { input } of operation.examples) {
      for (const mode of modesOf(operation)) {
        const [[, expected] = [], ...others] = await outcomesOf(operation, input, mode);
        for (const [name, outcome] of others) expect({ name, outcome }).toEqual({ name, outcome: expected });
      }
    }
  });

  it("of invalid input is the same error", async () => {
    for (const operation of operations) {
      const input = { ...operation.examples[0]?.input, "no-such-field": 1 };
      const [[, expected] = [], ...others] = await outcomesOf(operation, input, "default");
      // The examples have rotated the key: in its grace period it makes nothing that outlives it.
      const outlives = operation.properties.some((one) => one.startsWith("gives-") || one === "lasting");
      const code = outlives ? "gateway.key_retiring" : "gateway.invalid_input";
      expect(expected).toMatchObject({ kind: "error", code });
      for (const [name, outcome] of others) expect({ name, outcome }).toEqual({ name, outcome: expected });
    }
  });
});
