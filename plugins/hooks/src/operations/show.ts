import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { HookNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownHookOf, showHook } from "../hook.ts";
import { Hook, HookId } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "hooks.show",
  summary: "Show a webhook",
  description:
    "Shows the target, the event types and, if the webhook is disabled, the reason. The secret is never shown.",
  input: T.Object({ id: HookId }),
  output: T.Object({ hook: described(Hook, "The webhook") }),
  errors: [HookNotFound],
  examples: [{ title: "Show a webhook", input: { id: "hook_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  run: async ({ store, caller }, { id }) => ({ hook: showHook(await ownHookOf(store, caller, id)) }),
});
