import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { disableHook } from "../deliveries.ts";
import { HookNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownHookOf, showHook } from "../hook.ts";
import { Hook, HookId } from "../schemas.ts";

export const disable = defineCommand(group, {
  id: "hooks.disable",
  summary: "Disable a webhook",
  description: "Discards its waiting deliveries. If the webhook is already disabled, nothing changes.",
  properties: ["restricts"],
  input: T.Object({ id: HookId }),
  output: T.Object({ hook: described(Hook, "The webhook") }),
  errors: [HookNotFound],
  examples: [{ title: "Disable a webhook", input: { id: "hook_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    await ownHookOf(store, caller, id);
    return { summary: `Disable ${id} and discard its waiting deliveries` };
  },
  async undo({ store, caller }, _plan, { id }) {
    const { status } = await ownHookOf(store, caller, id);
    return status === "enabled" ? { operation: "hooks.enable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const before = await ownHookOf(ctx.store, ctx.caller, id);
    return { hook: (await disableHook(ctx, id, "asked")) ?? showHook(before) };
  },
});
