import batch from "@postern/batch";
import { defineCommand, defineGroup, definePlugin, gatewayView, T } from "@postern/core";
import { type Client, createClient } from "@postern/core/testing";
import { responderKinds, type Tools } from "@postern/responders/services";
import { loadPlugins } from "../../../plugins/cli/src/groups.ts";
import { serveMcp } from "../../plugins/mcp/served.ts";

const group = defineGroup("nest", { title: "Nest", needs: { gateway: gatewayView } });
const Given = T.Object({ operation: T.String(), given: T.Record(T.String(), T.Unknown()) });
const other = {
  ...{ input: Given, output: T.Object({}) },
  plan: () => ({ summary: "Call an operation" }),
};

/** Calls any operation within its own commit, with the rights of its caller. */
const nested = defineCommand(group, {
  ...{ id: "nest.call", summary: "Call an operation", ...other },
  async execute({ call, services }, _plan, { operation, given }) {
    const found = services.gateway.operation(operation);
    if (found) await call(found, structuredClone(given) as never);
    return {};
  },
});

/** Changes nothing, and is undone by any operation. */
const undoable = defineCommand(group, {
  ...{ id: "nest.undoable", summary: "Do something that another operation undoes", ...other },
  execute: () => ({}),
  undo: (_ctx, _plan, { operation, given }) => ({ operation, input: given }),
});

const probing = defineGroup("probing", { title: "Probing", needs: { kinds: responderKinds } });

/** A kind of responders that calls what the test gives it. */
export interface Probe {
  use?: ((tools: Tools) => Promise<void>) | undefined;
}

const probePlugin = (probe: Probe) =>
  definePlugin(probing, {
    version: "1.0.0",
    operations: [],
    setup({ services }) {
      services.kinds.register({
        ...{ id: "probe", title: "Probe", description: "Calls what a test gives it.", config: T.Object({}) },
        async answer({ tools }) {
          await probe.use?.(tools);
          return "silent";
        },
      });
    },
  })();

/** A served gateway with all groups, and with ways to reach any operation through others. */
export async function openDoors() {
  const probe: Probe = {};
  const plugins = await loadPlugins({ plugins: { mcp: false } });
  const nest = definePlugin(group, { version: "1.0.0", operations: [nested, undoable] })();
  const others = plugins.filter(({ name }) => name !== "batch");
  const fixture = await serveMcp({ plugins: [...others, batch(), nest, probePlugin(probe)] });
  const operations = fixture.gateway.manifest.operations.filter(({ group }) => group !== "nest");
  const post = async (id: string, input: object = {}, who: Client = fixture.admin) => {
    const { status, body } = await who.post(id, input);
    if (status !== 200) throw new Error(`${id} answers ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  /** A key below another one. */
  const below = async (parent: Client, scopes: readonly string[], more: object = {}) => {
    const { key, context } = await post("context.derive", { label: "below", scopes, ...more }, parent);
    return createClient(fixture.gateway.fetch, key, context.id);
  };
  return { ...fixture, operations, probe, post, below };
}

export type Doors = Awaited<ReturnType<typeof openDoors>>;
export type Entry = Doors["operations"][number];
