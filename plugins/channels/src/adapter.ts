import { type Caller, gatewayErrors, isTheirs, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { assertUsable, type Place, useConnection } from "@postern/credentials/services";
import { type AdapterRecord, adapterChanges, adapters, arrivals, states } from "./collections.ts";
import { AdapterNotFound, AgentUnknown, ConnectionUnknown } from "./errors.ts";
import type { OurServices } from "./host.ts";
import { hostsOf, kindOf, readConfig } from "./kinds.ts";
import { runOf } from "./runner/index.ts";
import type { Adapter } from "./schemas.ts";
import type { State } from "./state.ts";

/** The adapter, or 404. */
export async function adapterOf(store: Reads, id: string): Promise<AdapterRecord> {
  const record = await store.get(adapters, id);
  if (!record) throw AdapterNotFound({ adapter: id });
  return record;
}

/** Whether the caller may see an adapter (`read`), or change it (`write`). */
export const isAdapterOf = (caller: Caller, record: AdapterRecord, right: "read" | "write"): boolean =>
  isTheirs(caller, `channels:${right}`, record);

/** The adapter, or 404 where it is not the caller's. */
export async function ownAdapterOf(
  { store, caller }: { store: Reads; caller: Caller },
  id: string,
  right: "read" | "write" = "write",
): Promise<AdapterRecord> {
  const record = await adapterOf(store, id);
  if (!isAdapterOf(caller, record, right)) throw AdapterNotFound({ adapter: id });
  return record;
}

/** An adapter as callers see it, with how it stands by the runner `run`. */
export async function showAdapter(store: Reads, record: AdapterRecord, run: string | undefined): Promise<Adapter> {
  const { isDisabled, number: _, ...shown } = record;
  const state = await store.get(states, record.id);
  const { connectedAt, lastPongAt, lastOutboundAt, reconnectCount = 0 } = state ?? {};
  const lastInboundAt = (await store.get(arrivals, record.id))?.at;
  const isNow = state !== undefined && state.run === run;
  const times = { lastPongAt, lastInboundAt, lastOutboundAt, reconnectCount: isNow ? reconnectCount : 0 };
  if (isDisabled) return omitUndefined({ ...shown, status: "disabled" as const, reason: "It was disabled", ...times });
  if (run === undefined)
    return omitUndefined({ ...shown, status: "disconnected" as const, reason: "The runner is stopped", ...times });
  if (!isNow)
    return omitUndefined({ ...shown, status: "starting" as const, reason: "The runner takes it up", ...times });
  const { status, reason } = state;
  return omitUndefined({ ...shown, status, reason, connectedAt, ...times });
}

/** The same, by the runner that is at work now. */
export const lookAt = async (store: Reads, record: AdapterRecord, now: number): Promise<Adapter> =>
  showAdapter(store, record, await runOf(store, now));

/** Stages an adapter, so that the fleet takes notice. */
export async function putAdapter({ store }: Pick<Transacting, "store">, record: AdapterRecord): Promise<void> {
  await store.put(adapters, record);
  store.add(adapterChanges, 1);
}

interface Said {
  /** Whether the caller has named the connection in this call. */
  readonly isNamed?: boolean;
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly connection?: string | undefined;
  readonly agent?: string | undefined;
}

function placeOf(state: State, { kind: kindId, config, connection = "" }: Said): Place {
  return { connection, provider: kindId, hosts: hostsOf(kindOf(state, kindId), config) };
}

interface Asking {
  readonly store: Reads;
  readonly caller: Caller;
  readonly services: OurServices;
  readonly state: State;
}

/** What an adapter will be, and the place that its connection is used in where that is a new one. */
export async function planned(ctx: Asking, said: Said, before?: AdapterRecord) {
  const { services, state } = ctx;
  const told = await judged(ctx, said);
  if (told.connection === undefined || !services.connections) return { told };
  const place = placeOf(state, told);
  const isSame = before?.connection === told.connection && placeOf(state, before).hosts.join() === place.hosts.join();
  if (isSame) return { told };
  // A secret goes to another server only if whoever names the server names the connection too.
  if (before && !said.isNamed) {
    const message = `is required again, for its secret would be sent to another server, ${place.hosts.join(", ")}`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/connection", code: "required", message }] });
  }
  await assertUsable(ctx, place);
  return { told, place };
}

/** The same in the commit that stores it. */
export async function settled(ctx: Asking & Transacting, said: Said, before?: AdapterRecord) {
  const { told, place } = await planned(ctx, said, before);
  if (place) await useConnection(ctx, place);
  return told;
}

/** What an adapter is told to be, looked up: its connection by id. Throws what is wrong with it, all at once where it can. */
async function judged({ services, state }: Asking, { kind: kindId, config, connection, agent }: Said) {
  const kind = kindOf(state, kindId);
  const issues = readConfig(kind, config).issues.map((issue) => ({ ...issue, path: `/config${issue.path}` }));
  if (kind.secret?.needed && !connection)
    issues.push({ path: "/connection", code: "required", message: `is required: ${kind.secret.what}` });
  if (!kind.secret && connection)
    issues.push({ path: "/connection", code: "unused", message: `must be left out: ${kind.id} takes no secret` });
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
