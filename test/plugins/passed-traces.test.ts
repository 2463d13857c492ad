import approvals from "@postern/approvals";
import batch from "@postern/batch";
import context from "@postern/context";
import type { GatewayEvent, Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import mcp from "@postern/mcp";
import rules from "@postern/rules";
import schedules from "@postern/schedules";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../core/fixtures/notes.ts";
import { until } from "../run/until.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const other = `00-${TRACE_ID}-00f067aa0ba902b8-01`;

async function start(...plugins: readonly Plugin[]) {
  const fixture = await testGateway({ plugins: [context(), notesPlugin(), ...plugins], storage: memory() });
  onTestFinished(() => fixture.stop());
  const events: GatewayEvent[] = [];
  fixture.gateway.on("*" as never, (event: GatewayEvent) => void events.push(event));
  const ok = async (id: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fixture.admin.post(id, body, headers);
    if (reply.status > 202) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  /** The traces of the events of a type. */
  const traces = (type: string) =>
    events.filter((event) => event.type === type).map((event) => event.traceparent ?? "none");
  return { ...fixture, events, ok, traces };
}

it("a batch has one trace for all of its lines", async () => {
  const { gateway, admin, traces } = await start(batch());
  const line = (text: string) => JSON.stringify({ id: text, operation: "notes.add", input: { text } });
  const request = new Request("http://localhost/api/v1/batch", {
    method: "POST",
    headers: { authorization: `Bearer ${admin.key}`, "content-type": "application/x-ndjson", traceparent },
    body: `${line("one")}\n${line("two")}\n`,
  });
  expect(await (await gateway.fetch(request)).text()).toMatch(/"status":200.*\n.*"status":200/);
  await until(() => expect(traces("notes.note.added")).toEqual([traceparent, traceparent]));
});

it.each([
  ["the trace of the message", { traceparent: other }, other],
  ["that of the request if the message has none", {}, traceparent],
  ["that of the request if that of the message is invalid", { traceparent: "00-1-2-3" }, traceparent],
])("an MCP tool continues %s", async (_, meta, expected) => {
  const { admin, traces } = await start(mcp());
  const reply = await admin.send("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      traceparent,
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "notes_add", arguments: { text: "one" }, _meta: meta },
    }),
  });
  expect(reply.status).toBe(200);
  await until(() => expect(traces("notes.note.added")).toEqual([expected]));
});

it("a command continues its trace when it is approved", async () => {
  const { client, ok, traces, events } = await start(approvals());
  const proposer = await client(["propose:notes:write"]);
  const proposed = await proposer.post("notes.add", { text: "one" }, { traceparent });
  expect(proposed.status).toBe(202);
  const { approval } = await ok("approvals.show", { id: proposed.body.approvalId });
  // A trace alone is no cause that is shown.
  expect(approval).not.toHaveProperty("cause");
  expect(approval).not.toHaveProperty("traceparent");
  await ok("approvals.approve", { id: approval.id, digest: approval.digest, execute: true });
  await until(() => expect(traces("notes.note.added")).toEqual([traceparent]));
  const requested = events.find(({ type }) => type === "approvals.approval.requested");
  expect(events.find(({ type }) => type === "notes.note.added")).toMatchObject({
    ...{ correlationId: requested?.id, causationId: requested?.id, depth: 1 },
  });
});

it("a rule continues the trace of its event", async () => {
  const { ok, events } = await start(rules());
  await ok("rules.create", {
    name: "Copy",
    on: { types: ["notes.note.added"], filter: "event.depth == 0" },
    action: { operation: "notes.add", input: { text: "copy" } },
    execute: true,
  });
  await ok("notes.add", { text: "one" }, { traceparent });
  const added = () => events.filter(({ type }) => type === "notes.note.added");
  await until(() => expect(added()).toHaveLength(2));
  expect(added()[1]).toMatchObject({ traceparent, causationId: added()[0]?.id, depth: 1 });
});

it("a run of a schedule continues the trace of the request that started it", async () => {
  const { ok, traces } = await start(schedules());
  const { schedule } = await ok("schedules.create", {
    name: "Write",
    when: { every: "1d" },
    action: { operation: "notes.add", input: { text: "one" } },
    execute: true,
  });
  await ok("schedules.run", { id: schedule.id, execute: true }, { traceparent });
  await until(() => expect(traces("notes.note.added")).toEqual([traceparent]));
});
