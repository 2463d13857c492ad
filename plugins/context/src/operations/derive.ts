import { type Caller, defineCommand, GRANT, gatewayErrors, keys, numeric, type Reads, secret, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { ChainTooLong, ContextEnded, ContextNotFound, KeyRetiring } from "../errors.ts";
import { keyDerived } from "../events.ts";
import { rightsIn } from "../grants.ts";
import { group } from "../group.ts";
import { Context, ContextId } from "../schemas.ts";
import { show } from "../standing.ts";
import { assertCurrent, findManaged } from "../tree.ts";

const CENTURY = 100 * 365 * 24 * 60 * 60;

export const derive = defineCommand(group, {
  id: "context.derive",
  summary: "Derive a key with some of the rights of another",
  description:
    "The new key holds what it is given here, as long as all above it hold that too. It cannot outlive its parent, ends with it, and is shown this once.",
  input: T.Object({
    label: T.String({ minLength: 1, maxLength: 200, description: "What the key is for" }),
    scopes: T.Array(T.String({ maxLength: 256, pattern: GRANT.source, "x-must": "is not a grant, like chats:read" }), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description:
        "Grants: `*`, `chats:*`, `chats:read`, `chats:write`, an operation's id; each may end in `@` and the id of one resource",
    }),
    ttl: T.Optional(
      numeric({ minimum: 1, maximum: CENTURY, description: "Seconds until it ends; as its parent when left out" }),
    ),
    agentId: T.Optional(T.String({ minLength: 1, maxLength: 128, description: "The agent that it stands for" })),
    parent: T.Optional(described(ContextId, "The context to derive from; the caller's own when left out")),
  }),
  output: T.Object({
    context: described(Context, "The context"),
    key: T.Optional(secret(T.String({ description: "Shown once: an answer that is repeated comes without it" }))),
  }),
  errors: [KeyRetiring, ContextNotFound, ContextEnded, ChainTooLong],
  examples: [
    {
      title: "A key that reads this gateway's state, for an hour",
      input: { label: "monitor", scopes: ["context:read"], ttl: "3600" },
    },
  ],
  resource: ({ parent }) => parent,
  async plan({ store, caller, now, services }, { label, scopes, ttl, agentId, parent }) {
    assertCurrent(caller);
    const above = await parentOf(store, caller, parent, now);
    const rights = rightsIn(services.gateway.manifest);
    rights.assertKnown(scopes);
    rights.assertHeld(scopes, above ? above.contexts.map((context) => context.scopes) : caller.chain);
    assertAgent(caller, agentId);
    const end = above && Number.isFinite(above.until) ? above.until : undefined;
    if (ttl !== undefined && end !== undefined) assertWithin(ttl, end, now);
    return {
      summary: `Derive the key ${JSON.stringify(label)} with ${scopes.join(", ")}`,
      label,
      scopes,
      ...(agentId !== undefined && { agentId }),
      ...(above && { parentId: above.contexts[0].id }),
      // No moment that depends on now: the plan shown would be stale at once.
      ...(ttl !== undefined && { ttl }),
      ...(ttl === undefined && end !== undefined && { expiresAt: end }),
    };
  },
  async execute({ store, id, now, emit }, { label, scopes, agentId, parentId, ttl, expiresAt: end }) {
    const parent = parentId === undefined ? undefined : await store.get(keys.contexts, parentId);
    const expiresAt = ttl === undefined ? end : now + ttl * 1000;
    const made = await keys.issue(store, { id: id("ctx_"), label, scopes, agentId, parent, expiresAt, now });
    const { createdAt: _, id: contextId, ...told } = made.context;
    emit(keyDerived, { contextId, ...told });
    return { context: await show(store, { ...made.context, ancestors: [] }, now), key: made.key };
  },
});

/** The context to derive from, with all above it; none for whoever embeds the gateway, whose keys stand at the top. */
async function parentOf(
  store: Reads,
  caller: Caller,
  named: string | undefined,
  now: number,
): Promise<keys.Chain | undefined> {
  const contextId = named ?? caller.contextId;
  if (named !== undefined) await findManaged(store, caller, named);
  else if (!(await store.get(keys.contexts, contextId))) return undefined;
  const chain = await keys.chainOf(store, contextId, now);
  if (!chain) throw ContextEnded({ contextId });
  const deepest = keys.DEEPEST_CHAIN;
  if (chain.contexts.length >= deepest) throw ChainTooLong({ contextId, deepest });
  return chain;
}

/** An agent is somebody: a key that could take any agent's name would see what is that agent's alone. */
function assertAgent(caller: Caller, agentId: string | undefined): void {
  if (agentId !== undefined && agentId !== caller.agentId && !caller.isAdmin)
    throw gatewayErrors.Forbidden({ scope: "*" });
}

function assertWithin(ttl: number, end: number, now: number): void {
  const most = Math.floor((end - now) / 1000);
  if (ttl <= most) return;
  const message = `must be at most ${most}: what it is derived from ends at ${new Date(end).toISOString()}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/ttl", code: "range", message }] });
}
