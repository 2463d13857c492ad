import { defineCommand, secret, T } from "@postern/core";
import { described, numeric, withDefault } from "@postern/kit/fields";
import { createSecret } from "@postern/kit/outbound";
import { hooks, secrets } from "../collections.ts";
import { HookNotFound, SecretNotKept } from "../errors.ts";
import { secretRotated } from "../events.ts";
import { group } from "../group.ts";
import { ownHookOf, showHook } from "../hook.ts";
import { Hook, HookId } from "../schemas.ts";
import { sealSecret } from "../secret.ts";

const DAY = 24 * 60 * 60;
const MONTH = 30 * DAY;
/** Each former secret adds a signature to the header, whose size is limited. */
const MAX_FORMER = 4;

export const rotate = defineCommand(group, {
  id: "hooks.rotate",
  summary: "Rotate the secret of a webhook",
  description:
    "During the grace period deliveries are also signed with the old secret, so that receivers can switch without losing a delivery.",
  properties: ["gives-secret", "lasting"],
  input: T.Object({
    id: HookId,
    grace: withDefault(
      numeric({
        maximum: MONTH,
        description: "Grace period in seconds, during which the old secret also signs; one day by default",
      }),
      String(DAY),
    ),
  }),
  output: T.Object({
    hook: described(Hook, "The webhook"),
    secret: T.Optional(
      secret(
        T.String({ description: "The new secret; shown only once and not repeated for the same Idempotency-Key" }),
      ),
    ),
  }),
  errors: [HookNotFound, SecretNotKept],
  examples: [
    { title: "Replace a leaked secret immediately", input: { id: "hook_0123456789abcdef01234567", grace: "0" } },
  ],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id, grace }) {
    await ownHookOf(store, caller, id);
    const end = grace === 0 ? "expires immediately" : `expires in ${grace} seconds`;
    return { summary: `Rotate the secret of ${id}; the old secret ${end}`, grace };
  },
  async execute({ store, services, caller, now, emit }, { grace }, { id }) {
    const before = await ownHookOf(store, caller, id);
    const kept = await store.get(secrets, id);
    const until = now + grace * 1000;
    // A rotation without a grace period usually replaces a leaked secret, so it also ends all former secrets.
    const former = grace === 0 || !kept ? [] : [{ ...kept.secret, until }, ...kept.former];
    const created = createSecret();
    const valid = former.filter(({ until }) => until > now).slice(0, MAX_FORMER);
    await store.put(secrets, { hookId: id, secret: await sealSecret(services, created, id), former: valid });
    const record = { ...before, updatedAt: now };
    await store.put(hooks, record);
    emit(secretRotated, { hookId: id, ...(grace > 0 && { graceUntil: until }) });
    return { hook: showHook(record), secret: created };
  },
});
