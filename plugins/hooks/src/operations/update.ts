import { defineCommand, T } from "@postern/core";
import { assertKnownTypes } from "@postern/kit/cloudevents";
import { described, restoring } from "@postern/kit/fields";
import { type HookRecord, hooks } from "../collections.ts";
import { HookNotFound, TargetRefused, TypeNotFound } from "../errors.ts";
import { hookUpdated } from "../events.ts";
import { group } from "../group.ts";
import { hostOf, ownHookOf, showHook } from "../hook.ts";
import { AllowUnknown, Description, Hook, HookId, Types, Url } from "../schemas.ts";
import { plannedTarget, targetOf } from "../target.ts";

export const update = defineCommand(group, {
  id: "hooks.update",
  summary: "Update the URL, event types or description of a webhook",
  description: "Waiting deliveries are sent to the new URL.",
  properties: ["lasting"],
  input: T.Object({
    id: HookId,
    url: T.Optional(Url),
    types: T.Optional(Types),
    allowUnknown: AllowUnknown,
    description: T.Optional(Description),
  }),
  output: T.Object({ hook: described(Hook, "The webhook") }),
  errors: [HookNotFound, TargetRefused, TypeNotFound],
  examples: [
    { title: "Change the event types", input: { id: "hook_0123456789abcdef01234567", types: ["chats.message.*"] } },
  ],
  resource: ({ id }) => id,
  async plan({ store, config, services, caller }, { id, url, types = [], allowUnknown }) {
    const before = await ownHookOf(store, caller, id);
    if (!allowUnknown) assertKnownTypes(services.gateway.manifest, types, TypeNotFound);
    const host = hostOf({ url: url === undefined ? before.url : await plannedTarget(url, config.hooksPrivate) });
    return { summary: `Update ${id}, which delivers to ${host}`, host };
  },
  async undo({ store, caller }, _plan, { id, allowUnknown: _, ...given }) {
    const fields = restoring(given, await ownHookOf(store, caller, id), { description: "" });
    return fields && { operation: "hooks.update", input: { id, ...fields, allowUnknown: true } };
  },
  async execute({ store, config, caller, now, emit }, _plan, { id, url, types, description }) {
    const { description: oldDescription, ...before } = await ownHookOf(store, caller, id);
    const newDescription = description ?? oldDescription;
    const record: HookRecord = {
      ...before,
      ...(url !== undefined && { url: targetOf(url, config.hooksPrivate) }),
      ...(types && { types }),
      ...(newDescription && { description: newDescription }),
      updatedAt: now,
    };
    await store.put(hooks, record);
    const hook = showHook(record);
    emit(hookUpdated, { hook });
    return { hook };
  },
});
