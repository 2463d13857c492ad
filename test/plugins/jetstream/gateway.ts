import {
  defineCommand,
  defineCounter,
  defineError,
  defineEvent,
  defineGroup,
  definePlugin,
  gatewayErrors,
  type PluginContext,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import jetstream from "@postern/jetstream";
import { onTestFinished } from "vitest";

const group = defineGroup("bells", { title: "Bells" });

export const rung = defineEvent("bells.bell.rung", {
  summary: "A bell was rung",
  data: T.Object({ n: T.Integer(), text: T.Optional(T.String()) }),
  subject: ({ n }) => `bell-${n}`,
});
const rings = defineCounter("bells.rings");
const Broken = defineError("bells.broken", {
  status: 409,
  data: T.Object({ n: T.Integer() }),
  message: ({ n }) => `Bell ${n} is broken`,
});

const ring = defineCommand(group, {
  id: "bells.ring",
  summary: "Ring a bell",
  input: T.Object({ n: T.Integer({ description: "Number" }), text: T.Optional(T.String({ description: "Text" })) }),
  output: T.Object({ n: T.Integer({ description: "Number" }) }),
  errors: [Broken],
  examples: [{ title: "Ring", input: { n: 1 } }],
  plan: (_ctx, { n }) => {
    if (n === 13) throw Broken({ n });
    return { summary: `Ring ${n}` };
  },
  execute({ store, emit }, _plan, input) {
    store.add(rings, 1);
    emit(rung, input);
    return { n: input.n };
  },
});

const ringMany = defineCommand(group, {
  id: "bells.ring-many",
  summary: "Ring bells",
  input: T.Object({ from: T.Integer({ description: "First number" }), count: T.Integer({ description: "How many" }) }),
  output: T.Object({}),
  examples: [{ title: "Ring two", input: { from: 1, count: 2 } }],
  plan: () => ({ summary: "Ring many" }),
  execute({ emit }, _plan, { from, count }) {
    for (let n = from; n < from + count; n++) emit(rung, { n });
    return {};
  },
});

const melt = defineCommand(group, {
  id: "bells.melt",
  summary: "Melt a bell",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ n: T.Integer({ description: "Number" }) }),
  output: T.Object({ melted: T.Integer({ description: "Number" }) }),
  examples: [{ title: "Melt", input: { n: 1 } }],
  plan: (_ctx, { n }) => ({ summary: `Melt ${n}` }),
  execute: (_ctx, _plan, { n }) => ({ melted: n }),
});

/** Bells that can be rung. `faults` are how often `bells.fail` is not available yet. */
export function bellsPlugin() {
  const state = { faults: 0, attempts: 0 };
  const fail = defineCommand(group, {
    id: "bells.fail",
    summary: "Fail for a while",
    input: T.Object({}),
    output: T.Object({ attempts: T.Integer({ description: "Attempts" }) }),
    examples: [{ title: "Fail", input: {} }],
    plan() {
      state.attempts++;
      if (state.attempts <= state.faults) throw gatewayErrors.Unavailable({ reason: "Not yet" });
      return { summary: "Succeed" };
    },
    execute: () => ({ attempts: state.attempts }),
  });
  let host: PluginContext | undefined;
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [ring, ringMany, melt, fail],
    events: [rung],
    start(given) {
      host = given;
      return undefined;
    },
  });
  return { plugin, state, host: () => host as PluginContext };
}

/** A gateway with bells and the bridge, which is stopped after the test. */
export async function openGateway(options: object = {}) {
  const bells = bellsPlugin();
  const gateway = await testGateway({ plugins: [bells.plugin(), jetstream({ allowPrivate: true })], ...options });
  onTestFinished(() => gateway.stop());
  const ok = async (id: string, body: object, client = gateway.admin) => {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  return { ...gateway, ok, bells: bells.state, host: bells.host };
}
