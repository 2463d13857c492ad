import { defineCommand, numeric, secret, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { createSecret } from "@postern/core/outbound";
import { hooks, secrets } from "../collections.ts";
import { HookNotFound, HookNotYours, SecretNotKept } from "../errors.ts";
import { secretRotated } from "../events.ts";
import { group } from "../group.ts";
import { ownHookOf, showHook } from "../hook.ts";
import { Hook, HookId } from "../schemas.ts";
import { storedOf } from "../secret.ts";

const DAY = 24 * 60 * 60;
const MONTH = 30 * DAY;
/** A signature for each: a header has its bounds. */
const MOST_FORMER = 4;

export const rotate = defineCommand(group, {
  id: "hooks.rotate",
  summary: "Give a webhook a new secret",
  description:
    "During the grace each delivery is signed with the old secret too, so that receivers can change over without losing one.",
  input: T.Object({
    id: HookId,
    grace: withDefault(
      numeric({ maximum: MONTH, description: "Seconds that the old secret signs along; a day unless said" }),
      String(DAY),
    ),
  }),
  output: T.Object({
    hook: described(Hook, "The webhook"),
    secret: T.Optional(secret(T.String({ description: "Shown once: an answer that is repeated comes without it" }))),
  }),
  errors: [HookNotFound, HookNotYours, SecretNotKept],
  examples: [
    { title: "At once, for a secret that has leaked", input: { id: "hook_0123456789abcdef01234567", grace: "0" } },
  ],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id, grace }) {
    await ownHookOf(store, caller, id);
    const end = grace === 0 ? "no longer signs" : `signs along for ${grace} s`;
    return { summary: `Give ${id} a new secret; the old one ${end}`, grace };
  },
  async execute({ store, services, caller, now, emit }, { grace }, { id }) {
    const before = await ownHookOf(store, caller, id);
    const kept = await store.get(secrets, id);
    const until = now + grace * 1000;
    // A leaked secret is why one rotates without grace: then none of the former ones signs on either.
    const former = grace === 0 || !kept ? [] : [{ ...kept.secret, until }, ...kept.former];
    const made = createSecret();
    const living = former.filter((one) => one.until > now).slice(0, MOST_FORMER);
    await store.put(secrets, { hookId: id, secret: await storedOf(services, made, id), former: living });
    const record = { ...before, updatedAt: now };
    await store.put(hooks, record);
    emit(secretRotated, { hookId: id, ...(grace > 0 && { graceUntil: until }) });
    return { hook: showHook(record), secret: made };
  },
});
