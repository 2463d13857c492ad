import {
  createGateway,
  defineCollection,
  defineCommand,
  defineGroup,
  definePlugin,
  defineService,
  stateOf,
  T,
} from "@postern/core";
import { defineQueue } from "@postern/kit/queue";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../run/until.ts";

interface State {
  readonly calls: string[];
}

const group = defineGroup("bells", { title: "Bells", state: stateOf<State>() });
const marks = defineCollection("bells.mark", {
  schema: T.Object({ id: T.String(), count: T.Integer() }),
  key: ({ id }) => [id],
});
const registry = defineService<{ register(name: string): number }>("bells.registry");
const input = T.Object({ name: T.String() });

const ring = defineCommand(group, {
  id: "bells.ring",
  summary: "Ring a bell",
  input,
  output: T.Object({ calls: T.Array(T.String()) }),
  plan: ({ state }, { name }) => ({ summary: `Ring ${name} after ${state.calls.length} calls` }),
  execute({ state }, _plan, { name }) {
    state.calls.push(name);
    return { calls: [...state.calls] };
  },
});

/** Reads a record, has another caller change it once, and writes it: so it runs twice. */
const count = defineCommand(group, {
  id: "bells.count",
  summary: "Count a bell",
  input,
  output: T.Object({ made: T.Integer(), runs: T.Integer(), planned: T.Integer(), count: T.Integer() }),
  plan: ({ memo, state }, { name }) => ({ summary: "Count", made: memo("made", () => state.calls.push(name)) }),
  async execute({ store, host, memo, state }, plan, { name }) {
    const before = await store.get(marks, name);
    const runs = memo("runs", () => ({ count: 0 }));
    if (++runs.count === 1) await host.transact((ctx) => ctx.store.put(marks, { id: name, count: 10 }));
    const made = memo("made", () => state.calls.push(name));
    await store.put(marks, { id: name, count: (before?.count ?? 0) + 1 });
    return { made, runs: runs.count, planned: plan.made, count: (before?.count ?? 0) + 1 };
  },
});

const work = defineQueue(group, "work", { one: "task", entry: T.Object({ name: T.String() }) });
const add = defineCommand(group, {
  id: "bells.add",
  summary: "Add work",
  input,
  output: T.Object({}),
  plan: () => ({ summary: "Add work" }),
  async execute(ctx, _plan, { name }) {
    await work.add(ctx, { name });
    return {};
  },
});

const bells = (handler?: Parameters<typeof work.handledBy>[0]) =>
  definePlugin(group, {
    version: "1.0.0",
    operations: [ring, count, add],
    collections: { marks },
    provides: { registry },
    setup() {
      const state: State = { calls: [] };
      return { services: { registry: { register: (name) => state.calls.push(name) } }, state };
    },
    workers: [handler ? work.handledBy(handler) : work],
  });

const errors: unknown[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

function open(handler: Parameters<typeof work.handledBy>[0] | undefined = () => undefined) {
  errors.length = 0;
  const gateway = createGateway({ plugins: [bells(handler)()], log });
  stop = gateway.stop;
  return gateway;
}

describe("what a plugin keeps between calls", () => {
  it("is shared by its operations and services, and created at each start", async () => {
    const gateway = open();
    expect(gateway.service(registry)).toBeUndefined();
    await gateway.call("bells.ring", { name: "a" });
    expect(gateway.service(registry)?.register("b")).toBe(2);
    expect(await gateway.call("bells.ring", { name: "c" })).toEqual({ calls: ["a", "b", "c"] });
    await gateway.stop();
    expect(gateway.service(registry)).toBeUndefined();
    await gateway.start();
    expect(await gateway.call("bells.ring", { name: "d" })).toEqual({ calls: ["d"] });
  });

  it("is not shared by two gateways in one process", async () => {
    const [one, two] = [open(), createGateway({ plugins: [bells(() => undefined)()], log })];
    await one.call("bells.ring", { name: "a" });
    expect(await two.call("bells.ring", { name: "b" })).toEqual({ calls: ["b"] });
    await two.stop();
  });
});

describe("a command", () => {
  it("creates a memo once, even if it runs again, and can commit separately", async () => {
    const gateway = open();
    expect(await gateway.call("bells.count", { name: "a" })).toEqual({ made: 1, runs: 2, planned: 1, count: 11 });
    // The next call has its own memos.
    expect(await gateway.call("bells.count", { name: "b" })).toMatchObject({ made: 2, runs: 2, planned: 2 });
  });
});

describe("a queue", () => {
  it("is handled by the handler of its worker, which may add entries to it", async () => {
    const handled: string[] = [];
    const gateway = open(async ({ payload: { name } }, { host }) => {
      handled.push(name);
      if (name === "first") await host.transact((ctx) => work.add(ctx, { name: "second" }));
      return undefined;
    });
    await gateway.call("bells.add", { name: "first" });
    await until(() => expect(handled).toEqual(["first", "second"]));
  });

  it("without a handler does not start and names the missing part", async () => {
    errors.length = 0;
    const gateway = createGateway({ plugins: [bells()()], log });
    stop = gateway.stop;
    await expect(gateway.call("bells.ring", { name: "a" })).rejects.toMatchObject({ code: "gateway.unavailable" });
    expect(JSON.stringify(errors)).toContain("Queue bells.work has no handler");
  });
});
