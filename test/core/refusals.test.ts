import { defineCollection, defineCommand, defineError, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { withDefault } from "@postern/kit/fields";
import { afterEach, describe, expect, it } from "vitest";

/** Two halves that every commit keeps equal. */
const halves = defineCollection("pairs.half", {
  schema: T.Object({ side: T.String(), value: T.Integer() }),
  key: ({ side }) => [side],
});
const group = defineGroup("pairs", { title: "Pairs" });
const seen = defineEvent("pairs.seen", { summary: "Seen", data: T.Object({}) });
const Uneven = defineError("pairs.uneven", { status: 409, data: T.Object({}), message: () => "The halves differ" });

/** Reads one half, waits for the test to change both, then reads the other. */
async function opened(between: (set: (value: number) => Promise<unknown>) => unknown, fault: () => unknown) {
  const compare = defineCommand(group, {
    id: "pairs.compare",
    summary: "Compare both halves",
    input: T.Object({}),
    output: T.Object({ value: T.Integer() }),
    errors: [Uneven],
    async plan({ store }) {
      const left = await store.get(halves, "left");
      await between((value) => gateway.call(set, { value }));
      const right = await store.get(halves, "right");
      if (left?.value !== right?.value) throw fault();
      return { summary: "Compare", value: left?.value ?? 0 };
    },
    execute: (_ctx, { value }) => ({ value }),
  });
  const set = defineCommand(group, {
    id: "pairs.set",
    summary: "Set both halves",
    input: T.Object({ value: T.Integer(), sides: withDefault(T.Array(T.String()), ["left", "right"]) }),
    output: T.Object({}),
    plan: () => ({ summary: "Set" }),
    async execute({ store }, _plan, { value, sides }) {
      for (const side of sides) await store.put(halves, { side, value });
      return {};
    },
  });
  const test = await testGateway({
    plugins: [definePlugin(group, { version: "1.0.0", operations: [compare, set], collections: { halves } })()],
  });
  stop = test.stop;
  const { gateway } = test;
  return test;
}

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

describe("a refusal that is based on two inconsistent states", () => {
  for (const [what, fault, ends] of [
    ["409", () => Uneven({}), [409, "pairs.uneven"]],
    ["500", () => new Error("impossible"), [500, "gateway.internal"]],
  ] as const) {
    it(`of ${what} is not answered: the command runs again`, async () => {
      let runs = 0;
      const { admin } = await opened((set) => ++runs === 1 && set(1), fault);
      const reply = await admin.post("pairs.compare", {}, { "idempotency-key": "k" });
      expect([reply.status, reply.body, runs]).toEqual([200, { value: 1 }, 2]);
    });

    it(`of ${what} is answered if both are still valid`, async () => {
      let runs = 0;
      const { admin, gateway } = await opened(() => void runs++, fault);
      await gateway.call("pairs.set", { value: 1, sides: ["left"] });
      const reply = await admin.post("pairs.compare", {}, { "idempotency-key": "k" });
      expect([[reply.status, reply.body.code], runs]).toEqual([ends, 1]);
      const again = await admin.post("pairs.compare", {}, { "idempotency-key": "k" });
      expect([again.status, runs]).toEqual([reply.status, again.headers.get("idempotent-replayed") ? 1 : 2]);
    });
  }
});

describe("work that continues after its call has ended", () => {
  it("can no longer write or emit, since nothing would be committed", async () => {
    const faults: string[] = [];
    let done = () => {};
    const over = new Promise<void>((resolve) => {
      done = resolve;
    });
    const late = defineCommand(group, {
      id: "pairs.late",
      summary: "Write too late",
      input: T.Object({}),
      output: T.Object({}),
      plan: () => ({ summary: "Write" }),
      async execute({ store, emit }) {
        const attempt = (work: () => unknown) => {
          try {
            work();
          } catch (error) {
            faults.push((error as Error).message);
          }
        };
        setTimeout(() => {
          attempt(() => store.put(halves, { side: "left", value: 1 }));
          attempt(() => store.delete(halves, "left"));
          attempt(() => emit(seen, {}));
          done();
        }, 200);
        return {};
      },
    });
    const pairs = definePlugin(group, {
      version: "1.0.0",
      operations: [late],
      events: [seen],
      collections: { halves },
    });
    const test = await testGateway({ plugins: [pairs()] });
    stop = test.stop;
    await test.gateway.call("pairs.late", {});
    await over;
    expect(faults).toEqual([
      expect.stringContaining("A write after the call has ended"),
      expect.stringContaining("A write after the call has ended"),
      "pairs.seen was emitted after the call had ended: it is not committed",
    ]);
  });
});
