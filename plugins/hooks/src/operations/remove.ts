import { defineCommand, T } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { hooks, messages, secrets } from "../collections.ts";
import { deliveries } from "../deliveries.ts";
import { HookNotFound } from "../errors.ts";
import { hookRemoved } from "../events.ts";
import { group } from "../group.ts";
import { hostOf, ownHookOf } from "../hook.ts";
import { HookId } from "../schemas.ts";

/** Messages beyond this number are removed later by the sweep. */
const MAX_MESSAGES = 10_000;

export const remove = defineCommand(group, {
  id: "hooks.remove",
  summary: "Remove a webhook with its secret and waiting deliveries",
  description: "A removed webhook cannot be restored.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: HookId }),
  output: T.Object({
    removed: T.Boolean({ description: "Whether the webhook was removed" }),
    discarded: T.Integer({ description: "Number of waiting or dead deliveries that were discarded" }),
  }),
  errors: [HookNotFound],
  examples: [{ title: "Remove a webhook", input: { id: "hook_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    return { summary: `Remove ${id}, which delivers to ${hostOf(await ownHookOf(store, caller, id))}` };
  },
  async execute(ctx, _plan, { id }) {
    const { store, caller, emit } = ctx;
    const { contextId } = await ownHookOf(store, caller, id);
    const discarded = await deliveries.discardAbout(ctx, id);
    let left = MAX_MESSAGES;
    for await (const { deliveryId } of scanRecords(store, messages, { prefix: [id] })) {
      if (left-- === 0) break;
      await store.delete(messages, id, deliveryId);
    }
    await store.delete(secrets, id);
    await store.delete(hooks, id);
    emit(hookRemoved, { hookId: id, contextId });
    return { removed: true, discarded };
  },
});
