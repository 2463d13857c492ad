import { defineCommand, secret, T } from "@postern/core";
import { isOwnCaller } from "@postern/kit/access";
import { assertKnownTypes, readableTypes } from "@postern/kit/cloudevents";
import { described } from "@postern/kit/fields";
import { createSecret } from "@postern/kit/outbound";
import { type HookRecord, hooks, secrets } from "../collections.ts";
import { MAX_HOOKS } from "../dispatch.ts";
import { SecretNotKept, TargetRefused, TooManyHooks, TypeNotFound } from "../errors.ts";
import { hookCreated } from "../events.ts";
import { group } from "../group.ts";
import { hostOf, showHook } from "../hook.ts";
import { AllowUnknown, Description, Hook, Types, Url } from "../schemas.ts";
import { sealSecret } from "../secret.ts";
import { plannedTarget, targetOf } from "../target.ts";

export const create = defineCommand(group, {
  id: "hooks.create",
  summary: "Create a webhook",
  description:
    "Events of these types are posted to the URL from now on, as long as the caller's context may read them. The response contains the secret for checking signatures; it is shown only once.",
  properties: ["gives-secret", "lasting"],
  input: T.Object({ url: Url, types: Types, allowUnknown: AllowUnknown, description: T.Optional(Description) }),
  output: T.Object({
    hook: described(Hook, "The webhook"),
    secret: T.Optional(
      secret(
        T.String({
          description: "Secret for checking signatures; shown only once and not repeated for the same Idempotency-Key",
        }),
      ),
    ),
  }),
  errors: [TargetRefused, TypeNotFound, TooManyHooks, SecretNotKept],
  examples: [
    {
      title: "All events of chats",
      input: { url: "https://example.com/postern", types: ["chats.**"], description: "Release notes" },
    },
  ],
  async plan({ store, config, services, caller }, { url, types, allowUnknown }) {
    const target = await plannedTarget(url, config.hooksPrivate);
    if (!allowUnknown) assertKnownTypes(services.gateway.manifest, types, TypeNotFound);
    if ((await store.count(hooks, { limit: MAX_HOOKS })) >= MAX_HOOKS) throw TooManyHooks({ limit: MAX_HOOKS });
    const host = hostOf({ url: target });
    const events = readableTypes(caller, services.gateway.manifest, types);
    return {
      summary: `Create a webhook to ${host} for ${events.length} event types that this key may read`,
      host,
      events,
    };
  },
  undo:
    () =>
    ({ hook }) => ({ operation: "hooks.remove", input: { id: hook.id } }),
  async execute({ store, config, services, caller, now, number, id, emit }, _plan, { url, types, description }) {
    const isOwn = await isOwnCaller(store, caller);
    const record: HookRecord = {
      id: id("hook_"),
      status: "enabled",
      url: targetOf(url, config.hooksPrivate),
      types,
      ...(description && { description }),
      contextId: caller.contextId,
      createdAt: now,
      updatedAt: now,
      since: number,
      ...(isOwn && { isOwn }),
    };
    const created = createSecret();
    await store.put(hooks, record);
    await store.put(secrets, { hookId: record.id, secret: await sealSecret(services, created, record.id), former: [] });
    const hook = showHook(record);
    emit(hookCreated, { hook });
    return { hook, secret: created };
  },
});
