import {
  type Caller,
  defineCommand,
  GRANT,
  gatewayErrors,
  keys,
  processCaller,
  type Reads,
  secret,
  T,
} from "@postern/core";
import { actingPrincipal } from "@postern/kit/access";
import { described, numeric } from "@postern/kit/fields";
import { ChainTooLong, ContextEnded, ContextNotFound, PeopleOnly, PrincipalNotFound } from "../errors.ts";
import { keyDerived } from "../events.ts";
import { rightsIn } from "../grants.ts";
import { group } from "../group.ts";
import { findPrincipal } from "../principal.ts";
import { Context, ContextId, PrincipalId } from "../schemas.ts";
import { show } from "../status.ts";
import { findManaged } from "../tree.ts";

const CENTURY = 100 * 365 * 24 * 60 * 60;

export const derive = defineCommand(group, {
  id: "context.derive",
  summary: "Create a key with some of the grants of another",
  description:
    "Creates a child context. Its key has the given grants as long as all its ancestors have them too. It expires and is revoked together with its parent. The key is shown only once.",
  input: T.Object({
    label: T.String({ minLength: 1, maxLength: 200, description: "Name of the key" }),
    scopes: T.Array(
      T.String({
        maxLength: 256,
        pattern: GRANT.source,
        "x-must":
          "must be one grant, such as chats:read. Give several as separate values; on the command line, repeat the flag.",
      }),
      {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description:
          "Grants: `*`, `chats:*`, `chats:read`, `chats:write` or the id of an operation, each optionally followed by `@` and the id of a resource. With `propose:` before it, commands wait for approval",
      },
    ),
    ttl: T.Optional(
      numeric({
        minimum: 1,
        maximum: CENTURY,
        description: "Seconds until the key expires (default: when its parent expires)",
      }),
    ),
    agentId: T.Optional(
      T.String({
        minLength: 1,
        maxLength: 128,
        description: "Id of the agent that uses the key, which becomes its principal; only administrators may name one",
      }),
    ),
    principal: T.Optional(
      described(
        PrincipalId,
        "Id of the person or agent that uses the key (default: that of its parent); only administrators may name another",
      ),
    ),
    parent: T.Optional(described(ContextId, "Id of the parent context (default: the caller's context)")),
  }),
  output: T.Object({
    context: described(Context, "The context"),
    key: T.Optional(
      secret(T.String({ description: "The key. It is shown only once: a repeated response does not contain it" })),
    ),
  }),
  errors: [ContextNotFound, ContextEnded, ChainTooLong, PeopleOnly, PrincipalNotFound],
  examples: [
    {
      title: "A read-only key for an hour",
      input: { label: "monitor", scopes: ["context:read"], ttl: "3600" },
    },
    {
      title: "A propose-only key",
      input: { label: "assistant", scopes: ["context:read", "propose:context:write"] },
    },
  ],
  resource: ({ parent }) => parent,
  properties: ["gives-key"],
  async plan({ store, caller, now, services }, { label, scopes, ttl, agentId, principal: named, parent }) {
    const above = await parentOf(store, caller, parent, now);
    const rights = rightsIn(services.gateway.manifest);
    rights.assertKnown(scopes);
    rights.assertOffered(scopes, caller);
    rights.assertHeld(scopes, above ? above.contexts.map((context) => context.scopes) : caller.chain);
    const inherited = inheritedBy(caller, above);
    const principal = await principalFor(store, caller, { agentId, principal: named, inherited });
    const end = above && Number.isFinite(above.until) ? above.until : undefined;
    if (ttl !== undefined && end !== undefined) assertWithin(ttl, end, now);
    return {
      summary: `Create the key ${JSON.stringify(label)} with ${scopes.join(", ")}`,
      label,
      scopes,
      ...(principal !== undefined && { principal }),
      ...(above && { parentId: above.contexts[0].id }),
      // The plan must not depend on the current time, or it would be stale immediately.
      ...(ttl !== undefined && { ttl }),
      ...(ttl === undefined && end !== undefined && { expiresAt: end }),
    };
  },
  undo:
    () =>
    ({ context }) => ({ operation: "context.revoke", input: { id: context.id } }),
  async execute({ store, id, now, emit }, { label, scopes, principal, parentId, ttl, expiresAt: end }) {
    const parent = parentId === undefined ? undefined : await store.get(keys.contexts, parentId);
    const expiresAt = ttl === undefined ? end : now + ttl * 1000;
    const issued = await keys.issue(store, { id: id("ctx_"), label, scopes, principal, parent, expiresAt, now });
    const { createdAt: _, id: contextId, ...details } = issued.context;
    emit(keyDerived, { contextId, ...details });
    return { context: await show(store, { ...issued.context, ancestors: [] }, now), key: issued.key };
  },
});

/** The parent context with its ancestors; undefined for in-process callers, whose keys have no parent. */
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
  const deepest = keys.MAX_CHAIN;
  if (chain.contexts.length >= deepest) throw ChainTooLong({ contextId, deepest });
  return chain;
}

/** The principal of a key that names none. */
function inheritedBy(caller: Caller, above: keys.Chain | undefined): string | undefined {
  // A key that an agent makes is one of the agent, with whose rights ever it does.
  if (caller.agentId !== undefined) return actingPrincipal(caller);
  if (above) return above.contexts[0].principal;
  // A key that the process itself makes is for somebody else, who is named by its label.
  return caller.contextId === processCaller.contextId ? undefined : caller.principal;
}

/** Only people who are admins can name another principal: its keys read its private data, and decide in its name. */
async function principalFor(
  store: Reads,
  caller: Caller,
  { agentId, principal, inherited }: Record<"agentId" | "principal" | "inherited", string | undefined>,
): Promise<string | undefined> {
  if (agentId !== undefined && principal !== undefined && keys.agentOf(principal) !== agentId) {
    const message = `must be agent:${agentId} or left out, since agentId is set`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/principal", code: "conflict", message }] });
  }
  const asked = agentId === undefined ? principal : keys.agentPrincipal(agentId);
  if (asked === undefined || asked === inherited) return inherited;
  if (!caller.isAdmin) throw gatewayErrors.Forbidden({ scope: "*" });
  if (caller.agentId !== undefined) throw PeopleOnly({ agentId: caller.agentId });
  // An agent needs no record: the first key of an agent makes one.
  if (keys.agentOf(asked) === undefined) await findPrincipal(store, caller, asked);
  return asked;
}

function assertWithin(ttl: number, end: number, now: number): void {
  const most = Math.floor((end - now) / 1000);
  if (ttl <= most) return;
  const message = `must be at most ${most}, because its parent expires at ${new Date(end).toISOString()}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/ttl", code: "range", message }] });
}
