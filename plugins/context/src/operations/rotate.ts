import { defineCommand, gatewayErrors, keys, numeric, secret, T, withDefault } from "@postern/core";
import { described, needsAny } from "@postern/core/fields";
import { ContextEnded, ContextNotFound, KeyRetiring } from "../errors.ts";
import { keyRotated } from "../events.ts";
import { group } from "../group.ts";
import { Context, ContextId } from "../schemas.ts";
import { isActive, show } from "../standing.ts";
import { assertCurrent, findManaged } from "../tree.ts";

const MONTH = 30 * 24 * 60 * 60;

export const rotate = defineCommand(group, {
  id: "context.rotate",
  summary: "Give a context a new key",
  description:
    "The old key is dead at the next request, or after the grace. What the context is, may do and has derived stays as it is.",
  input: T.Object(
    {
      id: T.Optional(described(ContextId, "The context; this or `self` is required")),
      self: T.Optional(
        T.Boolean({
          description: "True for the caller's own context: its present key ends, and only the answer has the new one",
        }),
      ),
      grace: withDefault(numeric({ maximum: MONTH, description: "Seconds that the old key stays valid" }), "0"),
    },
    needsAny(["id"], ["self"]),
  ),
  output: T.Object({
    context: described(Context, "The context"),
    key: T.Optional(secret(T.String({ description: "Shown once: an answer that is repeated comes without it" }))),
  }),
  errors: [KeyRetiring, ContextNotFound, ContextEnded],
  examples: [
    { title: "A new key for the caller, who has a minute to put it in place", input: { self: true, grace: "60" } },
  ],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, input) {
    assertCurrent(caller);
    const { grace } = input;
    const id = chosenIn(input, caller.contextId);
    const context = await findManaged(store, caller, id);
    if (!(await isActive(store, context, now))) throw ContextEnded({ contextId: id });
    const end = grace === 0 ? "at once" : `after ${grace} s`;
    return {
      summary: `Give ${JSON.stringify(context.label)} a new key and end the old one ${end}`,
      contextId: id,
      grace,
    };
  },
  async execute({ store, caller, now, emit }, { contextId, grace }) {
    const context = await findManaged(store, caller, contextId);
    const key = await keys.rotate(store, context, grace * 1000, now);
    emit(keyRotated, { contextId, ...(grace > 0 && { graceUntil: now + grace * 1000 }) });
    return { context: await show(store, context, now), key };
  },
});

/** A key ends for good: which one is never guessed. */
function chosenIn({ id, self = false }: { id?: string; self?: boolean }, own: string): string {
  if (id === undefined ? !self : self && id !== own) {
    const message = `name the context, or send self: true for the one that calls (${own})`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/id", code: "required", message }] });
  }
  return id ?? own;
}
