import { type Glance, gatewayErrors, present, type Transacting } from "@postern/core";
import { type AdapterRecord, adapterChanges, adapters, type StateRecord, states } from "./collections.ts";
import { AdapterNotFound, AgentUnknown, ConnectionUnknown } from "./errors.ts";
import type { OurServices } from "./group.ts";
import { kindOf, readConfig } from "./kinds.ts";
import { beats, livingClaim, ONE } from "./process/records.ts";
import type { Adapter } from "./schemas.ts";

/** A runner that was not heard of for so long, in milliseconds, is gone. */
const SILENT = 10_000;

/** The adapter, or 404. */
export async function adapterOf(store: Glance, id: string): Promise<AdapterRecord> {
  const record = await store.get(adapters, id);
  if (!record) throw AdapterNotFound({ adapter: id });
  return record;
}

/** Which runner is at work, undefined where none is. */
export async function runOf(store: Glance, now: number): Promise<string | undefined> {
  const claim = await livingClaim(store, now);
  const beat = claim && (await store.get(beats, ONE));
  return beat?.claim === claim?.id && beat && now - beat.at < SILENT ? beat.claim : undefined;
}

/** An adapter as callers see it, with how it stands by the runner `run`. */
export function showAdapter(record: AdapterRecord, state: StateRecord | undefined, run: string | undefined): Adapter {
  const { isDisabled, number: _, ...shown } = record;
  const { connectedAt, lastPongAt, lastInboundAt, lastOutboundAt, reconnectCount = 0 } = state ?? {};
  const isNow = state !== undefined && state.run === run;
  const times = { lastPongAt, lastInboundAt, lastOutboundAt, reconnectCount: isNow ? reconnectCount : 0 };
  if (isDisabled) return present({ ...shown, status: "disabled" as const, reason: "It was disabled", ...times });
  if (run === undefined)
    return present({ ...shown, status: "disconnected" as const, reason: "The runner is stopped", ...times });
  if (!isNow) return present({ ...shown, status: "starting" as const, reason: "The runner takes it up", ...times });
  const { status, reason } = state;
  return present({ ...shown, status, reason, connectedAt, ...times });
}

/** The same, with what the store says of it. */
export async function lookAt(store: Glance, record: AdapterRecord, now: number): Promise<Adapter> {
  return showAdapter(record, await store.get(states, record.id), await runOf(store, now));
}

/** Stages an adapter, so that the fleet takes notice. */
export async function putAdapter({ store }: Pick<Transacting, "store">, record: AdapterRecord): Promise<void> {
  await store.put(adapters, record);
  store.add(adapterChanges, 1);
}

interface Said {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly connection?: string | undefined;
  readonly agent?: string | undefined;
}

/** What an adapter is told to be, looked up: its connection by id. Throws what is wrong with it, all at once where it can. */
export async function judged(services: OurServices, { kind: kindId, config, connection, agent }: Said) {
  const kind = kindOf(services, kindId);
  const issues = readConfig(kind, config).issues.map((issue) => ({ ...issue, path: `/config${issue.path}` }));
  if (kind.secret?.needed && !connection)
    issues.push({ path: "/connection", code: "required", message: `is required: ${kind.secret.what}` });
  if (!kind.secret && connection)
    issues.push({ path: "/connection", code: "unused", message: `must be left out: ${kind.id} takes no secret` });
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
  const found = connection && services.connections ? await services.connections.find({ connection }) : undefined;
  if (connection && services.connections && !found) throw ConnectionUnknown({ connection });
  if (agent && services.agents && !(await services.agents.find(agent))) throw AgentUnknown({ agentId: agent });
  return present({
    kind: kind.id,
    config: { ...config },
    connection: found?.id ?? (connection || undefined),
    agent: agent || undefined,
  });
}
