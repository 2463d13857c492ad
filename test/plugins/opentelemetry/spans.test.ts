import { context, SpanKind, trace } from "@opentelemetry/api";
import {
  defineCommand,
  defineError,
  defineGroup,
  definePlugin,
  defineQuery,
  type GatewayEvent,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { defineQueue, nonRetryable, postpone } from "@postern/kit/queue";
import opentelemetry from "@postern/opentelemetry";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { CALLER, startSdk, TRACE_ID } from "./sdk.ts";

const NoWater = defineError("tea.no_water", { status: 409, data: T.Object({}), message: () => "There is no water" });
const group = defineGroup("tea", { title: "Tea" });
const look = defineQuery(group, {
  id: "tea.look",
  summary: "Look",
  input: T.Object({}),
  output: T.Object({}),
  run: () => ({}),
});
let looks = 0;
const pours = defineQueue(group, "pours", {
  one: "pour",
  entry: T.Object({ end: T.Optional(T.String()) }),
  async handle({ payload }) {
    if (payload.end === "never") throw nonRetryable("no cup for secret-guest");
    if (payload.end === "later" && looks++ === 0) throw postpone(0, "no cup yet");
  },
});
const brew = defineCommand(group, {
  id: "tea.brew",
  summary: "Brew tea",
  input: T.Object({ note: T.Optional(T.String()), pour: T.Optional(T.String()), fails: T.Optional(T.String()) }),
  output: T.Object({}),
  errors: [NoWater],
  plan: () => ({ summary: "Brew tea" }),
  async execute(ctx, _plan, { pour, fails }) {
    if (fails === "refused") throw NoWater({});
    if (fails === "broken") throw new Error("secret-water");
    if (pour !== undefined) await pours.add(ctx, { end: pour });
    return ctx.call(look, {});
  },
});

async function start() {
  const sdk = startSdk();
  const tea = definePlugin(group, { version: "1.0.0", operations: [look, brew], workers: [pours] });
  const test = await testGateway({ plugins: [tea(), opentelemetry()], storage: memory() });
  onTestFinished(() => test.stop());
  const events: GatewayEvent[] = [];
  test.gateway.on("*" as never, (event: GatewayEvent) => void events.push(event));
  sdk.reset();
  const call = (id: string, body: object = {}, traceparent = CALLER) => test.admin.post(id, body, { traceparent });
  return { ...test, sdk, events, call };
}

it("makes a span for a call and for each of its stages, within the trace of the caller", async () => {
  const { sdk, call, events } = await start();
  await call("tea.brew", { note: "secret-note" });
  const root = sdk.one("tea.brew");
  expect(root.kind).toBe(SpanKind.SERVER);
  expect(root.parentSpanContext).toMatchObject({ spanId: "00f067aa0ba902b7", isRemote: true });
  expect(root.attributes).toEqual({
    "rpc.system.name": "postern",
    "rpc.method": "tea.brew",
    "postern.operation": "tea.brew",
    "postern.context": expect.stringMatching(/^ctx_/),
    "postern.request": expect.any(String),
    "postern.mode": "execute",
    "postern.outcome": "done",
  });
  const ids = { call: root.spanContext().spanId, execute: sdk.one("execute tea.brew").spanContext().spanId };
  expect(sdk.one("plan tea.brew").parentSpanContext?.spanId).toBe(ids.call);
  expect(sdk.one("execute tea.brew").parentSpanContext?.spanId).toBe(ids.call);
  expect(sdk.one("plan tea.look").parentSpanContext?.spanId).toBe(ids.execute);
  expect(sdk.one("commit").parentSpanContext?.spanId).toBe(ids.call);
  // The event names the span of the call, so that what follows from it is shown below it.
  expect(events[0]?.traceparent).toBe(`00-${TRACE_ID}-${ids.call}-01`);
  expect(JSON.stringify(sdk.all().map(({ name, attributes, status }) => [name, attributes, status]))).not.toContain(
    "secret",
  );
});

it("starts a trace if the caller has none, and marks planned and proposed calls", async () => {
  const { sdk, admin, gateway, events } = await start();
  await admin.post("tea.brew", {}, { "x-dry-run": "true" });
  await gateway.call("tea.look", {});
  const [planned] = sdk.named("tea.brew");
  expect(planned?.parentSpanContext).toBeUndefined();
  expect(planned?.attributes).toMatchObject({ "postern.mode": "plan", "postern.outcome": "done" });
  expect(sdk.named("tea.look")[0]).toMatchObject({
    kind: SpanKind.INTERNAL,
    attributes: { "postern.mode": "query" },
  });
  expect(events).toEqual([]);
});

it("marks spans as errors only if the gateway is at fault", async () => {
  const { sdk, call } = await start();
  expect((await call("tea.brew", { fails: "refused" })).status).toBe(409);
  expect(sdk.one("tea.brew").attributes).toMatchObject({
    "postern.outcome": "tea.no_water",
    "error.type": "tea.no_water",
  });
  expect(sdk.isError("tea.brew")).toEqual([false]);
  sdk.reset();
  expect((await call("tea.brew", { fails: "broken" })).status).toBe(500);
  expect(sdk.one("tea.brew").attributes).toMatchObject({ "postern.outcome": "gateway.internal" });
  expect(sdk.isError("tea.brew")).toEqual([true]);
  expect(sdk.isError("execute tea.brew")).toEqual([true]);
  expect(JSON.stringify(sdk.all().map(({ attributes, status, events }) => [attributes, status, events]))).not.toContain(
    "secret",
  );
});

it("makes a span for each attempt at an entry of a queue, and none where nothing was attempted", async () => {
  const { sdk, call } = await start();
  await call("tea.brew", { pour: "later" });
  await until(() => expect(sdk.named("tea.pours")).toHaveLength(1));
  expect(looks).toBe(2);
  const root = sdk.one("tea.brew").spanContext();
  const span = sdk.one("tea.pours");
  expect(span.kind).toBe(SpanKind.CONSUMER);
  expect(span.parentSpanContext).toMatchObject({ traceId: TRACE_ID, spanId: root.spanId });
  expect(span.attributes).toEqual({
    ...{ "postern.task": "tea.pours", "postern.entry": expect.any(String), "postern.attempt": 1 },
    "postern.outcome": "done",
  });
  expect(sdk.isError("tea.pours")).toEqual([false]);
  sdk.reset();
  await call("tea.brew", { pour: "never" });
  await until(() => expect(sdk.named("tea.pours")).toHaveLength(1));
  expect(sdk.isError("tea.pours")).toEqual([true]);
  expect(JSON.stringify(sdk.all().map(({ attributes, status, events }) => [attributes, status, events]))).not.toContain(
    "secret",
  );
});

it("puts calls of this process below the active span", async () => {
  const { sdk, gateway, events } = await start();
  const outer = trace.getTracer("test").startSpan("outer");
  await context.with(trace.setSpan(context.active(), outer), () => gateway.call("tea.brew", {}));
  outer.end();
  const [span] = sdk.named("tea.brew");
  expect(span?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  expect(events[0]?.traceparent).toContain(outer.spanContext().traceId);
});

it("keeps to the decision of the caller not to sample", async () => {
  const { sdk, call, events } = await start();
  await call("tea.brew", {}, CALLER.replace(/01$/, "00"));
  expect(sdk.all()).toEqual([]);
  expect(events[0]?.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`));
});
