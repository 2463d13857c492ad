import { defineCommand, keys, numeric, secret, T, withDefault } from "@postern/core";
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
  input: T.Object({
    id: T.Optional({ ...ContextId, description: "The context; the caller's own when left out" }),
    grace: withDefault(numeric({ maximum: MONTH, description: "Seconds that the old key goes on" }), "0"),
  }),
  output: T.Object({
    context: Context,
    key: T.Optional(secret(T.String({ description: "Shown once: an answer that is repeated comes without it" }))),
  }),
  errors: [KeyRetiring, ContextNotFound, ContextEnded],
  examples: [{ title: "A new key for the caller, who has a minute to put it in place", input: { grace: "60" } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, { id = caller.contextId, grace }) {
    assertCurrent(caller);
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
