import {
  type Cause,
  causedBy,
  causeOfTrace,
  defineCommand,
  defineEvent,
  defineGroup,
  definePlugin,
  type GatewayEvent,
  type Observer,
  observers,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { cloudEventOf } from "@postern/kit/cloudevents";
import { defineQueue } from "@postern/kit/queue";
import { expect, it, onTestFinished } from "vitest";
import { causeIn } from "../../core/src/queue/cause.ts";

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const OWN = "00-4bf92f3577b34da6a3ce929d0e0e4736-aaaaaaaaaaaaaaaa-01";

const group = defineGroup("tea", { title: "Tea", needs: { observers } });
const brewed = defineEvent("tea.cup.brewed", { summary: "Tea was brewed", data: T.Object({}) });
const poured: (Cause | undefined)[] = [];
const pours = defineQueue(group, "pours", {
  one: "pour",
  entry: T.Object({}),
  async handle({ cause }) {
    poured.push(cause);
  },
});
const brew = defineCommand(group, {
  id: "tea.brew",
  summary: "Brew tea",
  input: T.Object({}),
  output: T.Object({}),
  plan: () => ({ summary: "Brew tea" }),
  async execute(ctx) {
    ctx.emit(brewed, {});
    await pours.add(ctx, {});
    return {};
  },
});

async function start(observer?: Observer) {
  poured.length = 0;
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [brew],
    events: [brewed],
    workers: [pours],
    setup: ({ services }) => void (observer && services.observers.add(observer)),
  });
  const test = await testGateway({ plugins: [plugin()] });
  onTestFinished(test.stop);
  const events: GatewayEvent[] = [];
  test.gateway.on("*" as never, (event) => events.push(event));
  const { key } = await test.gateway.keys.issue({ label: "test", scopes: ["*"] });
  const post = (headers: Record<string, string>) =>
    test.gateway.fetch(
      new Request("http://127.0.0.1/api/v1/tea/brew", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        body: "{}",
      }),
    );
  return { ...test, events, post };
}

it("keeps the trace of a request in its events and in entries of queues", async () => {
  const { events, post } = await start();
  expect((await post({ traceparent: TRACE })).status).toBe(200);
  await expect.poll(() => poured).toHaveLength(1);
  expect(events.filter(({ type }) => type.startsWith("tea.cup") || type.startsWith("gateway"))).toMatchObject([
    { type: "gateway.command.executed", traceparent: TRACE },
    { type: "tea.cup.brewed", traceparent: TRACE },
  ]);
  const [executed] = events as [GatewayEvent];
  expect(poured[0]).toEqual({ correlationId: executed.id, causationId: executed.id, depth: 1, traceparent: TRACE });
  expect(executed).not.toHaveProperty("correlationId");
});

it("leaves events without a trace as they were", async () => {
  const { events, post } = await start();
  await post({});
  await expect.poll(() => events.length).toBeGreaterThan(1);
  for (const event of events.slice(0, 2)) {
    expect(Object.keys(event)).not.toEqual(expect.arrayContaining(["traceparent"]));
    expect(Object.keys(event)).not.toEqual(expect.arrayContaining(["depth"]));
  }
});

it.each([
  "",
  "00",
  TRACE.toUpperCase(),
  `${TRACE}-00`,
  `${TRACE}, ${TRACE}`,
  "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
  "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
  "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
])("ignores the invalid traceparent %j", async (traceparent) => {
  expect(causeOfTrace(traceparent)).toBeUndefined();
});

it("answers a request with an invalid traceparent as one without", async () => {
  const { events, post } = await start();
  expect((await post({ traceparent: "nonsense" })).status).toBe(200);
  await expect.poll(() => events.length).toBeGreaterThan(1);
  expect(events[0]).not.toHaveProperty("traceparent");
});

it("lets an observer replace the trace of calls and tasks", async () => {
  const seen: unknown[] = [];
  const own = (cause: Cause | undefined) => ({ depth: 0, ...cause, traceparent: OWN });
  const { events, post } = await start({
    around(stage, work, call) {
      if (call) seen.push([stage, call.cause?.traceparent]);
      return stage === "call" && call ? work({ ...call, cause: own(call.cause) }) : work();
    },
    task(task, work) {
      seen.push([task.name, task.cause?.traceparent, task.facts.attempt]);
      return work({ ...task, cause: { ...own(task.cause), traceparent: TRACE } });
    },
  });
  await post({ traceparent: TRACE });
  await expect.poll(() => poured).toHaveLength(1);
  expect(seen).toEqual([
    ["call", TRACE],
    ["plan", OWN],
    ["execute", OWN],
    ["tea.pours", OWN, 1],
  ]);
  expect(events[0]).toMatchObject({ traceparent: OWN });
  expect(poured[0]).toMatchObject({ traceparent: TRACE, depth: 1 });
});

it("passes the trace on to what follows from an event", () => {
  const event = { id: "7.1", correlationId: "3.0", depth: 2, traceparent: TRACE };
  expect(causedBy(event)).toEqual({ correlationId: "3.0", causationId: "7.1", depth: 3, traceparent: TRACE });
  expect(causedBy({ id: "7.1" })).toEqual({ correlationId: "7.1", causationId: "7.1", depth: 1 });
});

it("reads the causes of entries that were stored before there were traces", () => {
  expect(causeIn({ number: 7, depth: 1 })).toEqual({ correlationId: "7.0", causationId: "7.0", depth: 1 });
  const chain = { correlationId: "3.0", depth: 2 };
  expect(causeIn({ ...chain, number: 7 })).toEqual({ ...chain, causationId: "7.0" });
  expect(causeIn({ ...chain, causationId: "7.1" })).toEqual({ ...chain, causationId: "7.1" });
});

it("shows the trace as the extension attribute of CloudEvents", () => {
  const event = { id: "7.1", type: "tea.cup.brewed", time: "", source: "/tea", actor: "ctx_local", data: {} };
  expect(cloudEventOf({ ...event, depth: 0, traceparent: TRACE }, undefined)).toEqual({
    ...{ specversion: "1.0", datacontenttype: "application/json", ...event, traceparent: TRACE },
  });
  expect(cloudEventOf(event, undefined)).not.toHaveProperty("traceparent");
});
