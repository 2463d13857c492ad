import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { type HookRecord, hooks } from "../collections.ts";
import { HookNotFound, HookNotYours, TargetRefused } from "../errors.ts";
import { hookUpdated } from "../events.ts";
import { group } from "../group.ts";
import { hostOf, ownHookOf, showHook } from "../hook.ts";
import { Description, Hook, HookId, Types, Url } from "../schemas.ts";
import { targetOf } from "../target.ts";

export const update = defineCommand(group, {
  id: "hooks.update",
  summary: "Change where a webhook goes, what it tells of, or its description",
  description: "What it has still to deliver goes to the new address.",
  input: T.Object({
    id: HookId,
    url: T.Optional(Url),
    types: T.Optional(Types),
    description: T.Optional(Description),
  }),
  output: T.Object({ hook: described(Hook, "The webhook") }),
  errors: [HookNotFound, HookNotYours, TargetRefused],
  examples: [{ title: "Other events", input: { id: "hook_0123456789abcdef01234567", types: ["chats.message.*"] } }],
  resource: ({ id }) => id,
  async plan({ store, config, caller }, { id, url }) {
    const before = await ownHookOf(store, caller, id);
    const host = hostOf({ url: url === undefined ? before.url : targetOf(url, config.hooksPrivate) });
    return { summary: `Change ${id}, which tells ${host}`, host };
  },
  async execute({ store, config, caller, now, emit }, _plan, { id, url, types, description }) {
    const { description: said, ...before } = await ownHookOf(store, caller, id);
    const words = description ?? said;
    const record: HookRecord = {
      ...before,
      ...(url !== undefined && { url: targetOf(url, config.hooksPrivate) }),
      ...(types && { types }),
      ...(words && { description: words }),
      updatedAt: now,
    };
    await store.put(hooks, record);
    const hook = showHook(record);
    emit(hookUpdated, { hook });
    return { hook };
  },
});
