import { defineCommand, T } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { hooks } from "../collections.ts";
import { ContextEnded, HookNotFound } from "../errors.ts";
import { hookEnabled } from "../events.ts";
import { group } from "../group.ts";
import { ownHookOf, showHook } from "../hook.ts";
import { Hook, HookId } from "../schemas.ts";

export const enable = defineCommand(group, {
  id: "hooks.enable",
  summary: "Enable a webhook",
  description:
    "Events that happened while it was disabled are not delivered. If the webhook is already enabled, nothing changes.",
  properties: ["lasting"],
  input: T.Object({ id: HookId }),
  output: T.Object({ hook: described(Hook, "The webhook") }),
  errors: [HookNotFound, ContextEnded],
  examples: [{ title: "Enable a webhook", input: { id: "hook_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, { id }) {
    const hook = await ownHookOf(store, caller, id);
    if (!(await creatorOf(store, hook, now))) throw ContextEnded({ contextId: hook.contextId });
    return { summary: `Enable ${id}` };
  },
  async undo({ store, caller }, _plan, { id }) {
    const { status } = await ownHookOf(store, caller, id);
    return status === "disabled" ? { operation: "hooks.disable", input: { id } } : undefined;
  },
  async execute({ store, caller, now, number, emit }, _plan, { id }) {
    const before = await ownHookOf(store, caller, id);
    if (before.status === "enabled") return { hook: showHook(before) };
    const { statusReason: _, ...rest } = before;
    const record = { ...rest, status: "enabled" as const, since: number, updatedAt: now };
    await store.put(hooks, record);
    const hook = showHook(record);
    emit(hookEnabled, { hook });
    return { hook };
  },
});
