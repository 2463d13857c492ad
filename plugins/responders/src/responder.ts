import { derive, revoke } from "@postern/context/services";
import type { CommandContext, QueryContext } from "@postern/core";
import { type Caller, gatewayErrors, type Reads, type Transacting } from "@postern/core";
import { assertUsable, type Place, useConnection } from "@postern/credentials/services";
import { canAccess } from "@postern/kit/access";
import { markServers } from "@postern/kit/outbound";
import { outcomes, type ResponderRecord, responderChanges, responders } from "./collections.ts";
import { assertMayChange, directorOf, hasEnded } from "./creator.ts";
import { AgentUnknown, ConnectionUnknown, ResponderNotFound } from "./errors.ts";
import type { group } from "./group.ts";
import type { Responder, ShownResponder } from "./schemas.ts";
import { usageOf } from "./work/budget.ts";

type Planning = QueryContext<typeof group>;
type Executing = CommandContext<typeof group>;

/** The responder, or 404 if it does not exist or the caller may not access it. */
export async function ownResponder(
  ctx: { store: Reads; caller: Caller; now: number },
  id: string,
  right: "read" | "write" = "write",
): Promise<ResponderRecord> {
  const record = await ctx.store.get(responders, id);
  if (!record || !canAccess(ctx.caller, `responders:${right}`, record)) throw ResponderNotFound({ responder: id });
  if (right === "write") await assertMayChange(ctx, record);
  return record;
}

/** A responder as events carry it. */
export const toResponder = ({ isPrivate: _, createdBy: __, ...responder }: ResponderRecord): Responder => responder;

/** Why a responder stopped that nobody has disabled. */
export const ENDED = "The key that created it was revoked or has expired. Remove it, and create it with another key";

/** A responder as callers see it. */
export async function showResponder(
  { store, now, state }: { store: Reads; now: number; state: Planning["state"] },
  record: ResponderRecord,
): Promise<ShownResponder> {
  const { responder: _, ...outcome } = (await store.get(outcomes, record.id)) ?? { responder: record.id };
  const usage = await usageOf(store, `responder:${record.id}`, now);
  const problem = (await hasEnded(store, record, now)) ? ENDED : problemOf(state, record);
  return { ...toResponder(record), usage, ...outcome, ...(problem !== undefined && { problem }) };
}

/** Why a responder cannot answer turns, whatever its server says. */
export function problemOf({ kinds }: Planning["state"], { status, kind: id, config }: ResponderRecord) {
  if (status === "disabled") return "The responder is disabled";
  const kind = kinds.find(id);
  if (!kind) return kinds.missing(id);
  const [issue] = kinds.read(kind, config, "/config").issues;
  return issue && `Invalid configuration: ${issue.path} ${issue.message}`;
}

/** Stages a responder and counts the change. */
export async function putResponder({ store }: Pick<Transacting, "store">, record: ResponderRecord): Promise<void> {
  await store.put(responders, record);
  store.add(responderChanges, 1);
}

/** What a caller sets. */
export interface Settings {
  readonly kind: string;
  readonly agents: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  readonly connection?: string | undefined;
  /** Whether this call names the connection. */
  readonly isNamed: boolean;
}

/** The checked settings; `place` is where its connection will be used, if that changes. */
interface Checked {
  readonly connection?: string;
  readonly isPrivate?: true;
  readonly place?: Place;
}

/**
 * Checks the settings of a responder with the rights of its creator, and reports all issues of the input together.
 */
export async function checkSettings(
  ctx: Planning | Executing,
  given: Settings,
  before?: ResponderRecord,
): Promise<Checked> {
  const { services, state } = ctx;
  const caller = before ? await directorOf(ctx, before) : ctx.caller;
  const kind = state.kinds.get(given.kind);
  const { issues, value } = state.kinds.read(kind, given.config, "/config");
  const { connection } = given;
  if (kind.secret?.needed && !connection)
    issues.push({ path: "/connection", code: "required", message: `is required: ${kind.secret.what}` });
  if (!kind.secret && connection)
    issues.push({
      path: "/connection",
      code: "unused",
      message: `must be left out: the kind ${kind.id} uses no secret`,
    });
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
  for (const agentId of given.agents) {
    if (!(await services.agents?.find(agentId))) throw AgentUnknown({ agentId });
    // Whoever answers turns reads their messages.
    if (!caller.allows("agents:turns", agentId)) throw gatewayErrors.Forbidden({ scope: `agents:turns@${agentId}` });
  }
  const urls = (kind.urlsOf?.(value as never) ?? []).map((url) => new URL(url));
  const same = before && urlsIn(ctx, before).join() === urls.join();
  const { isPrivate } =
    before && given.config === before.config
      ? before
      : markServers(ctx, "responders", hostsOf(urls), same ? { hosts: hostsOf(urls), ...before } : undefined);
  const found = connection && services.connections ? await services.connections.find({ connection }) : undefined;
  if (connection && services.connections && !found) throw ConnectionUnknown({ connection });
  const id = found?.id ?? (connection || undefined);
  const checked = { ...(id !== undefined && { connection: id }), ...(isPrivate && { isPrivate: true as const }) };
  if (id === undefined || (before?.connection === id && same)) return checked;
  const place = { connection: id, provider: given.kind, hosts: state.kinds.hostsOf(kind, given.config) };
  // The secret is sent to another server only if the caller who names the server also names the connection.
  if (before && !given.isNamed) {
    const message = `is required again because the server changes: the secret would be sent to ${place.hosts.join(", ")}`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/connection", code: "required", message }] });
  }
  if (services.connections) await assertUsable(ctx, place);
  return { ...checked, place };
}

function urlsIn({ state: { kinds } }: Planning | Executing, { kind: id, config }: ResponderRecord): readonly string[] {
  const kind = kinds.find(id);
  return kind?.urlsOf?.(kinds.read(kind, config).value as never).map((url) => new URL(url).href) ?? [];
}

const hostsOf = (urls: readonly URL[]): string[] => urls.map(({ host }) => host);

/**
 * The context as which a responder calls tools, derived from its creator's: nobody else can give it rights. Its key is
 * given to nobody.
 */
export async function deriveContext(
  ctx: Executing,
  id: string,
  scopes: readonly string[],
  creator: Caller = ctx.caller,
): Promise<string | undefined> {
  if (scopes.length === 0) return undefined;
  const input = { label: `responder ${id}`, scopes: [...scopes] };
  const made = creator === ctx.caller ? await ctx.call(derive, input) : await deriveAs(ctx, creator, input);
  return made.context.id;
}

const deriveAs = (ctx: Executing, caller: Caller, input: object) =>
  ctx.callAs({ caller, operation: derive, input, cause: ctx.cause }) as ReturnType<typeof ctx.call<typeof derive>>;

export async function revokeContext(ctx: Executing, contextId: string | undefined): Promise<void> {
  if (contextId !== undefined) await ctx.call(revoke, { id: contextId });
}

/** Records that a connection is used by a responder. */
export async function bindConnection(ctx: Executing, place: Place | undefined): Promise<void> {
  if (place && ctx.services.connections) await useConnection(ctx, place);
}
