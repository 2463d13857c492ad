import { defineQuery, T } from "@postern/core";
import { HookNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { hookOf, showHook } from "../hook.ts";
import { Hook, HookId } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "hooks.show",
  summary: "Show a webhook",
  input: T.Object({ id: HookId }),
  output: T.Object({ hook: Hook }),
  errors: [HookNotFound],
  examples: [{ title: "One hook", input: { id: "hook_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  run: async ({ store }, { id }) => ({ hook: showHook(await hookOf(store, id)) }),
});
