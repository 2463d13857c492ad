import type { Plugin } from "@postern/core";
import hooks from "@postern/hooks";
import opentelemetry from "@postern/opentelemetry";
import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { startReceiver } from "../hooks/receiver.ts";
import { openFixture } from "../responders/fixture.ts";
import { calls, openModelServer, says } from "../responders/model-server.ts";
import { CALLER, startSdk, TRACE_ID } from "./sdk.ts";

/** A gateway with an agent that a model answers for, and a webhook for its answers. */
async function start(more: readonly Plugin[]) {
  const model = await openModelServer(calls("chats_list", {}), says(["Hello Ann"]));
  const receiver = await startReceiver();
  const fixture = await openFixture({ more: [hooks({ hooksPrivate: true }), ...more] });
  const { post, admin } = fixture;
  await post("responders.create", {
    ...{ id: "assistant", kind: "openai", agents: ["main"], scopes: ["chats:read"] },
    config: { baseURL: model.baseURL, model: "small" },
  });
  await post("hooks.create", { url: receiver.url, types: ["chats.message.created"], allowUnknown: true });
  const chatId = await fixture.chat();
  const say = () =>
    admin.post(
      "chats.messages.create",
      { chatId, actorId: "ann", clientMessageId: "m1", content: "secret-text" },
      { traceparent: CALLER },
    );
  return { ...fixture, model, receiver, chatId, send: say };
}

it("one trace runs from a message to the answer of a model and to webhooks", async () => {
  const sdk = startSdk();
  const { model, receiver, chatId, send, hears, events } = await start([opentelemetry()]);
  sdk.reset();
  await send();
  await hears(chatId, ["ann: secret-text", "main: Hello Ann"]);
  const received = await receiver.got(2);
  await until(() => expect(sdk.named("hooks.deliveries").length).toBeGreaterThanOrEqual(2));

  const call = sdk.one("chats.messages.create").spanContext();
  const turn = sdk.one("invoke_agent main");
  const created = events.filter(({ type }) => type === "chats.message.created");
  expect(created.map(({ traceparent }) => traceparent)).toEqual([
    `00-${TRACE_ID}-${call.spanId}-01`,
    `00-${TRACE_ID}-${turn.spanContext().spanId}-01`,
  ]);
  expect(turn.parentSpanContext?.spanId).toBe(call.spanId);
  expect(turn.attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": "openai",
    "gen_ai.agent.id": "main",
    "gen_ai.conversation.id": chatId,
    "gen_ai.request.model": "small",
    "gen_ai.usage.output_tokens": expect.any(Number),
  });
  expect(sdk.one("chats.list").parentSpanContext?.spanId).toBe(turn.spanContext().spanId);
  // The model server and the webhooks get the span that reaches them.
  for (const { headers } of model.asked) expect(headers.traceparent).toContain(turn.spanContext().spanId);
  const deliveries = sdk.named("hooks.deliveries").map((span) => span.spanContext());
  for (const { headers, event } of received) {
    expect(headers.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-`));
    expect(deliveries.map(({ spanId }) => spanId)).toContain(String(headers.traceparent).split("-")[2]);
    expect(event.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-`));
  }
  expect(JSON.stringify(sdk.all().map(({ name, attributes }) => [name, attributes]))).not.toContain("secret-text");
});

it("without OpenTelemetry the trace of the caller is passed on unchanged", async () => {
  const { model, receiver, chatId, send, hears, events } = await start([]);
  await send();
  await hears(chatId, ["ann: secret-text", "main: Hello Ann"]);
  const received = await receiver.got(2);
  for (const { headers } of model.asked) expect(headers.traceparent).toBe(CALLER);
  for (const { headers, event } of received) {
    expect(headers.traceparent).toBe(CALLER);
    expect(event.traceparent).toBe(CALLER);
  }
  const created = events.filter(({ type }) => type === "chats.message.created");
  expect(created.map(({ traceparent }) => traceparent)).toEqual([CALLER, CALLER]);
});
