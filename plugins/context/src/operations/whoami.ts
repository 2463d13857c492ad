import { defineQuery, keys, rightTo, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { rightsIn } from "../grants.ts";
import { group } from "../group.ts";
import { nameOf } from "../principal.ts";
import { Context } from "../schemas.ts";
import { show } from "../status.ts";

export const whoami = defineQuery(group, {
  id: "context.whoami",
  summary: "Show the caller's context and grants",
  description:
    "`operations` lists the operations that the key may call, `proposable` its commands that wait for approval. Every key may call this operation.",
  scope: "any",
  input: T.Object({}),
  output: T.Object({
    context: described(Context, "The context"),
    scopes: T.Array(T.String(), { description: "Effective grants: those that all ancestors have too" }),
    operations: T.Array(T.String(), { description: "Ids of the operations that the key may call" }),
    proposable: T.Array(T.String(), { description: "Ids of commands that the key can only propose" }),
  }),
  examples: [{ title: "The current key", input: {} }],
  async run({ store, caller, now, services }) {
    const { manifest, startedAt } = services.gateway;
    const { contextId: id, label, principal, agentId, chain } = caller;
    const own = await store.get(keys.contexts, id);
    // In-process callers have no key and no stored context.
    const who = { principal, principalName: await nameOf(store, principal) };
    const here = { id, label, ...who, scopes: [...(chain[0] ?? [])], status: "active" as const, createdAt: startedAt };
    const idsWith = (right: "execute" | "propose") =>
      manifest.operations.filter((operation) => rightTo(operation, caller) === right).map(({ id }) => id);
    return {
      context: own ? await show(store, own, now) : { ...here, ...(agentId !== undefined && { agentId }) },
      scopes: rightsIn(manifest).heldBy(chain),
      operations: idsWith("execute"),
      proposable: idsWith("propose"),
    };
  },
});
