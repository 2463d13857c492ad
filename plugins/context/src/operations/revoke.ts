import { defineCommand, keys, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ContextNotFound } from "../errors.ts";
import { keyRevoked } from "../events.ts";
import { group } from "../group.ts";
import { countText, setUpBelow } from "../lasting.ts";
import { Context, ContextId } from "../schemas.ts";
import { show } from "../status.ts";
import { assertCurrent, countActive, findManaged } from "../tree.ts";

export const revoke = defineCommand(group, {
  id: "context.revoke",
  summary: "Revoke a context and its descendants",
  description:
    "Their keys are refused from the next request. It happens at once: a dry run shows what ends with them. This cannot be undone.",
  effect: "destroy",
  properties: ["restricts"],
  input: T.Object({ id: ContextId }),
  output: T.Object({
    context: described(Context, "The context"),
    revoked: T.Integer({ description: "Number of revoked contexts; 0 if all were already revoked" }),
  }),
  errors: [ContextNotFound],
  examples: [{ title: "Revoke a leaked key", input: { id: "ctx_019dae3ff8d2c84a1e6b7f05" } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now, state }, { id }) {
    assertCurrent(caller);
    const context = await findManaged(store, caller, id);
    // For information only: all descendants are revoked with the context, including those created in the meantime.
    const revoked = await countActive(store.unchecked, context, now);
    const below = revoked > 1 ? ` and ${revoked - 1} derived from it` : "";
    const setUp = await setUpBelow(state.lasting, { store: store.unchecked, caller }, context);
    const [ending, staying] = [countText(setUp, "ends"), countText(setUp, "stays")];
    const effects = [...(ending ? [`ends ${ending}`] : []), ...(staying ? [`leaves ${staying}`] : [])];
    return { summary: `Revoke ${JSON.stringify(context.label)}${below}`, effects, contextId: id, revoked, setUp };
  },
  async execute({ store, caller, now, emit }, { contextId, revoked }) {
    const before = await findManaged(store, caller, contextId);
    if (before.revokedAt === undefined) {
      await keys.revoke(store, contextId, now);
      emit(keyRevoked, { contextId, revoked });
    }
    return { context: await show(store, { revokedAt: now, ...before }, now), revoked };
  },
});
