import { type Caller, gatewayErrors, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { processStatus } from "@postern/core/process";
import { assertUsable, type Place, useConnection } from "@postern/credentials/services";
import { canAccess } from "@postern/kit/access";
import { markServers, type Naming } from "@postern/kit/outbound";
import { blockOf } from "./blocked.ts";
import { type AdapterRecord, adapterChanges, adapters, arrivals, states } from "./collections.ts";
import { AdapterNotFound, AgentUnknown, ConnectionUnknown } from "./errors.ts";
import type { OurServices } from "./host.ts";
import { intents, ONE, runOf } from "./runner/index.ts";
import type { Adapter } from "./schemas.ts";
import type { State } from "./state.ts";
import { WEBHOOK } from "./webhook/kind.ts";

/** The adapter, or 404 if it does not exist. */
export async function adapterOf(store: Reads, id: string): Promise<AdapterRecord> {
  const record = await store.get(adapters, id);
  if (!record) throw AdapterNotFound({ adapter: id });
  return record;
}

/** Whether the caller may see an adapter (`read`) or change it (`write`). */
export const isAdapterOf = (caller: Caller, record: AdapterRecord, right: "read" | "write"): boolean =>
  canAccess(caller, `channels:${right}`, record);

/** The adapter, or 404 if the caller may not access it. */
export async function ownAdapterOf(
  { store, caller }: { store: Reads; caller: Caller },
  id: string,
  right: "read" | "write" = "write",
): Promise<AdapterRecord> {
  const record = await adapterOf(store, id);
  if (!isAdapterOf(caller, record, right)) throw AdapterNotFound({ adapter: id });
  return record;
}

/**
 * An adapter as callers see it. `run` is the current run of the runner: a state from an earlier run, or from before the
 * last change of the adapter, is ignored.
 */
export async function showAdapter(
  store: Reads,
  record: AdapterRecord,
  run: string | undefined,
  now: number,
): Promise<Adapter> {
  const { isDisabled: _, isPrivate: __, number, ...shown } = record;
  const state = await store.get(states, record.id);
  const { connectedAt, lastPongAt, lastOutboundAt, reconnectCount = 0 } = state ?? {};
  const lastInboundAt = (await store.get(arrivals, record.id))?.at;
  const isNow = state !== undefined && state.run === run && (state.number ?? number) === number;
  const times = { lastPongAt, lastInboundAt, lastOutboundAt, reconnectCount: isNow ? reconnectCount : 0 };
  const block = await blockOf(store, record, now);
  if (block) return omitUndefined({ ...shown, status: block.status, reason: block.reason, ...times });
  if (run === undefined)
    return omitUndefined({ ...shown, status: "disconnected" as const, reason: await absenceOf(store), ...times });
  if (!isNow)
    return omitUndefined({
      ...shown,
      status: "starting" as const,
      reason: "The runner is about to start the adapter",
      ...times,
    });
  const { status, reason } = state;
  return omitUndefined({ ...shown, status, reason, connectedAt, ...times });
}

/** Why no runner reports. */
async function absenceOf(store: Reads): Promise<string> {
  const intent = await store.get(intents, ONE);
  if (intent?.desired !== "running") return "The runner is stopped";
  const isSupervised = intent.supervisor !== undefined && processStatus(intent.supervisor) !== "gone";
  return isSupervised ? "The runner is restarting" : "The runner ended unexpectedly";
}

/** The same, for the current runner. */
export const currentAdapter = async (store: Reads, record: AdapterRecord, now: number): Promise<Adapter> =>
  showAdapter(store, record, await runOf(store, now), now);

/** Stages an adapter and counts the change, so that the runner notices it. */
export async function putAdapter({ store }: Pick<Transacting, "store">, record: AdapterRecord): Promise<void> {
  await store.put(adapters, record);
  store.add(adapterChanges, 1);
}

interface AdapterInput {
  /** Whether this call names the connection. */
  readonly isNamed?: boolean;
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly connection?: string | undefined;
  readonly agent?: string | undefined;
}

function placeOf({ kinds }: State, { kind: kindId, config, connection = "" }: AdapterInput): Place {
  return { connection, provider: kindId, hosts: kinds.hostsOf(kinds.get(kindId), config) };
}

/** What the checks of settings need of a call. */
export interface Context {
  readonly store: Reads;
  readonly caller: Caller;
  readonly services: OurServices;
  readonly state: State;
  readonly config: Naming["config"];
}

/** The validated settings of an adapter, and `place`: where its connection will be used, if that changes. */
export async function planSettings(ctx: Context, input: AdapterInput, before?: AdapterRecord) {
  const { services, state } = ctx;
  const checked = await validated(ctx, input);
  const isConfigured = !before || input.config !== before.config;
  const mark = isConfigured ? markOf(ctx, checked, before) : omitUndefined({ isPrivate: before.isPrivate });
  const settings = { ...checked, ...mark };
  if (settings.connection === undefined || !services.connections) return { settings };
  const place = placeOf(state, settings);
  const isSame =
    before?.connection === settings.connection && placeOf(state, before).hosts.join() === place.hosts.join();
  if (isSame) return { settings };
  // The secret is sent to another server only if the caller who names the server also names the connection.
  if (before && !input.isNamed) {
    const message = `is required again because the server changes: the secret would be sent to ${place.hosts.join(", ")}`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/connection", code: "required", message }] });
  }
  await assertUsable(ctx, place);
  return { settings, place };
}

/** The mark of the adapter's servers. Only the configuration decides whether webhooks may be at private addresses. */
function markOf(ctx: Context, settings: AdapterInput, before?: AdapterRecord): { isPrivate?: true } {
  if (settings.kind === WEBHOOK) return {};
  const hostsOf = (input: AdapterInput) => placeOf(ctx.state, input).hosts;
  const former = before && { hosts: hostsOf(before), isPrivate: before.isPrivate };
  return markServers(ctx, "channels", hostsOf(settings), former);
}

/** The same, in the commit that stores the adapter. Records the use of the connection. */
export async function commitSettings(ctx: Context & Transacting, input: AdapterInput, before?: AdapterRecord) {
  const { settings, place } = await planSettings(ctx, input, before);
  if (place) await useConnection(ctx, place);
  return settings;
}

/** Checks an adapter's settings and resolves its connection to an id. Reports all issues of the input together. */
async function validated({ services, state }: Context, { kind: kindId, config, connection, agent }: AdapterInput) {
  const kind = state.kinds.get(kindId);
  const { issues } = state.kinds.read(kind, config, "/config");
  if (kind.secret?.needed && !connection)
    issues.push({ path: "/connection", code: "required", message: `is required: ${kind.secret.what}` });
  if (!kind.secret && connection)
    issues.push({
      path: "/connection",
      code: "unused",
      message: `must be left out: adapters of kind ${kind.id} do not use a secret`,
    });
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
  const found = connection && services.connections ? await services.connections.find({ connection }) : undefined;
  if (connection && services.connections && !found) throw ConnectionUnknown({ connection });
  if (agent && services.agents && !(await services.agents.find(agent))) throw AgentUnknown({ agentId: agent });
  return omitUndefined({
    kind: kind.id,
    config: { ...config },
    connection: found?.id ?? (connection || undefined),
    agent: agent || undefined,
  });
}
