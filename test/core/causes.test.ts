import {
  causedBy,
  defineCommand,
  defineEvent,
  defineGroup,
  definePlugin,
  type GatewayEvent,
  type PluginContext,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { cloudEventOf } from "@postern/kit/cloudevents";
import { defineConsumer, defineQueue } from "@postern/kit/queue";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";

const group = defineGroup("steps", { title: "Steps" });
const stepped = (name: string) =>
  defineEvent(`steps.${name}.done`, { summary: "A step was made", data: T.Object({ name: T.String() }) });
const [asked, worked, followed] = [stepped("ask"), stepped("work"), stepped("follow")];

const work = defineQueue(group, "work", {
  one: "job",
  entry: T.Object({ name: T.String() }),
  handle:
    ({ payload }) =>
    ({ emit }) =>
      emit(worked, payload),
});

const follow = defineConsumer(group, "follow", {
  accept: ({ type }) => type === worked.type,
  handle({ emit }, events) {
    for (const event of events as GatewayEvent<{ name: string }>[]) emit(followed, event.data, causedBy(event));
  },
});

const ask = defineCommand(group, {
  id: "steps.ask",
  summary: "Ask for a step",
  input: T.Object({ name: T.String() }),
  output: T.Object({}),
  plan: () => ({ summary: "Ask" }),
  async execute(ctx, _plan, { name }) {
    ctx.emit(asked, { name });
    await work.add(ctx, { name });
    return {};
  },
});

const both = defineCommand(group, {
  id: "steps.ask-twice",
  summary: "Ask for two steps",
  input: T.Object({}),
  output: T.Object({}),
  plan: () => ({ summary: "Ask twice" }),
  async execute({ call }) {
    await call(ask, { name: "one" });
    await call(ask, { name: "two" });
    return {};
  },
});

let host: PluginContext | undefined;
const plugin = definePlugin(group, {
  version: "1.0.0",
  operations: [ask, both],
  events: [asked, worked, followed],
  workers: [work, follow],
  start(started) {
    host = started;
    return undefined;
  },
});

async function opened() {
  const test = await testGateway({ plugins: [plugin()] });
  onTestFinished(test.stop);
  const all: GatewayEvent[] = [];
  for (const event of [asked, worked, followed]) test.gateway.on(event, (one) => void all.push(one));
  return { ...test, all };
}

it("an event without a known cause says nothing about it", async () => {
  const { gateway, all } = await opened();
  await gateway.call("steps.ask", { name: "tea" });
  await until(async () => expect(all).toHaveLength(3));
  expect(Object.keys(all[0] as object)).not.toContain("correlationId");
});

it("carries the chain from a command through a queue and a consumer to the last event", async () => {
  const { gateway, all } = await opened();
  await gateway.call("steps.ask", { name: "tea" });
  await until(async () => expect(all).toHaveLength(3));
  const [first, second, third] = all as [GatewayEvent, GatewayEvent, GatewayEvent];
  const root = `${first.id.split(".")[0]}.0`;
  expect(second).toMatchObject({ correlationId: root, causationId: root, depth: 1 });
  expect(third).toMatchObject({ correlationId: root, causationId: second.id, depth: 2 });
  expect(cloudEventOf(third, undefined)).toMatchObject({
    correlationid: root,
    causationid: second.id,
    causationdepth: 2,
  });
});

it("continues the chain of a call with a cause, also in calls within it", async () => {
  const { gateway, all } = await opened();
  const cause = { correlationId: "run_1", causationId: "run_2", depth: 4 };
  await gateway.call("steps.ask-twice", {}, { cause });
  await until(async () => expect(all).toHaveLength(6));
  expect(all.slice(0, 2)).toMatchObject([cause, cause]);
  for (const { type, correlationId, depth } of all.slice(2))
    expect([correlationId, depth]).toEqual(["run_1", type === worked.type ? 5 : 6]);
});

it("keeps the chain in the journal, where it is read like the events themselves", async () => {
  const { gateway, all } = await opened();
  await gateway.call("steps.ask", { name: "tea" }, { cause: { correlationId: "a", causationId: "b", depth: 1 } });
  await until(async () => expect(all).toHaveLength(3));
  const { events = [] } = (await host?.journal.read()) ?? {};
  const chained = events.filter(({ correlationId }) => correlationId === "a").map(({ type }) => type);
  expect(chained).toEqual(["gateway.command.executed", asked.type, worked.type, followed.type]);
});

it("belongs to transactions of a plugin that name their cause", async () => {
  const { all } = await opened();
  const cause = { correlationId: "a", causationId: "b", depth: 1 };
  await host?.transact(({ emit }) => emit(asked, { name: "tea" }), cause);
  await until(async () => expect(all).toHaveLength(1));
  expect(all[0]).toMatchObject(cause);
});
