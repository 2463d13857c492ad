import { defineCommand, gatewayErrors, keys, secret, T } from "@postern/core";
import { described, needsAny, numeric, ownKey, withDefault } from "@postern/kit/fields";
import { ContextEnded, ContextNotFound } from "../errors.ts";
import { keyRotated } from "../events.ts";
import { group } from "../group.ts";
import { setUpBelow } from "../lasting.ts";
import { Context, ContextId, SetUp } from "../schemas.ts";
import { isActive, show } from "../status.ts";
import { findManaged } from "../tree.ts";

const MONTH = 30 * 24 * 60 * 60;

export const rotate = defineCommand(group, {
  id: "context.rotate",
  summary: "Rotate the key of a context",
  description:
    "Creates a new key. The old key is refused from the next request, or after the grace period. The context keeps its id, its grants, its descendants and what they have set up: `setUp` lists that, so that you can remove what is not yours.",
  input: T.Object(
    {
      id: T.Optional(described(ContextId, "Id of the context; this or `self` is required")),
      self: T.Optional(
        T.Boolean({
          description:
            "True for the caller's own context. Its current key stops working, and the new key is only in the response",
        }),
      ),
      grace: withDefault(numeric({ maximum: MONTH, description: "Seconds that the old key remains valid" }), "0"),
    },
    needsAny(["id"], ["self"]),
  ),
  output: T.Object({
    context: described(Context, "The context"),
    setUp: described(SetUp, "What it and the contexts below it have set up, which continues with the new key"),
    isOwn: T.Boolean({ description: "Whether it is the caller's own context, whose key was used for this call" }),
    key: T.Optional(
      ownKey(
        secret(T.String({ description: "The key. It is shown only once: a repeated response does not contain it" })),
        "isOwn",
      ),
    ),
  }),
  errors: [ContextNotFound, ContextEnded],
  examples: [{ title: "Rotate the caller's key, with a minute to replace it", input: { self: true, grace: "60" } }],
  properties: ["gives-key"],
  resource: ({ id }) => id,
  async plan({ store, caller, now, state }, input) {
    const { grace } = input;
    const id = chosenIn(input, caller.contextId);
    const context = await findManaged(store, caller, id);
    if (!(await isActive(store, context, now))) throw ContextEnded({ contextId: id });
    const end = grace === 0 ? "immediately" : `in ${grace} s`;
    return {
      summary: `Rotate the key of ${JSON.stringify(context.label)}; the old key expires ${end}`,
      contextId: id,
      grace,
      setUp: await setUpBelow(state.lasting, { store: store.unchecked, caller }, context),
    };
  },
  async execute({ store, caller, now, emit }, { contextId, grace, setUp }) {
    const context = await findManaged(store, caller, contextId);
    const key = await keys.rotate(store, context, grace * 1000, now);
    emit(keyRotated, { contextId, ...(grace > 0 && { graceUntil: now + grace * 1000 }) });
    return {
      context: await show(store, await findManaged(store, caller, contextId), now),
      setUp,
      isOwn: contextId === caller.contextId,
      key,
    };
  },
});

/** Requires an explicit context, because the old key is lost permanently. */
function chosenIn({ id, self = false }: { id?: string; self?: boolean }, own: string): string {
  if (id === undefined ? !self : self && id !== own) {
    const message = `must be set, or self must be true for the caller's own context (${own})`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/id", code: "required", message }] });
  }
  return id ?? own;
}
