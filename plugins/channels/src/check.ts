import { omitUndefined, type Reads } from "@postern/core";
import type { Check, Finding, StatusItem } from "@postern/kit/checks";
import { conditionOf } from "./adapter-condition.ts";
import { adapterMetrics } from "./adapter-metrics.ts";
import { type AdapterCause, adapters, states } from "./collections.ts";
import type { OurSetupHost } from "./host.ts";
import { healthOf, isRestarting, type Observation, observe } from "./runner/index.ts";
import type { AdapterState } from "./schemas.ts";
import type { State } from "./state.ts";

const START = "postern channels start";
/** Maximum number of adapters that are reported one by one. */
const MAX_REPORTED = 50;
/** More adapters than a gateway may have. */
const MAX_ADAPTERS = 500;

/** An enabled adapter that is not connected for this many milliseconds is an error. */
const TOLERATED = 60_000;

const SEVERITY: Partial<Record<AdapterState["status"], Finding["severity"]>> = {
  failed: "error",
  reconnecting: "warning",
  disconnected: "warning",
  degraded: "warning",
  disabled: "info",
};

/** Reports the runner, its adapters and what it sends. */
export const channelsCheck = ({ config }: Pick<OurSetupHost, "config">, state: State): Check => ({
  name: "channels",
  async run({ store, now }) {
    const observation = await observe({ store, config, state }, now);
    const { status, reachable, reason } = healthOf(observation, now);
    const runner = isRestarting(observation) ? "restarting" : status;
    const items = [omitUndefined({ name: "runner", value: runner, detail: reason }), ...itemsOf(observation)];
    const findings = reachable
      ? await ofReport({ store, now, state }, observation)
      : await ofAbsence(store, observation, runner, reason);
    return { items, findings };
  },
  metrics: adapterMetrics,
});

function itemsOf({ heartbeat }: Observation): StatusItem[] {
  if (!heartbeat) return [];
  const { lastError, pendingCount = 0 } = heartbeat.outbound.publishOutbox ?? {};
  return [
    ...heartbeat.adapters.map(({ id, status, reason }) =>
      omitUndefined({ name: `adapter ${id}`, value: status, detail: reason }),
    ),
    omitUndefined({ name: "outgoing messages", value: `${pendingCount} waiting`, lastError }),
  ];
}

interface Setting {
  readonly store: Reads;
  readonly now: number;
  readonly state: Pick<State, "kinds">;
}

/** The problems that a live runner reports. */
async function ofReport(setting: Setting, { heartbeat }: Observation): Promise<Finding[]> {
  if (!heartbeat) return [];
  const { outbound } = heartbeat;
  const unwell = heartbeat.adapters.filter(({ status }) => SEVERITY[status] !== undefined);
  const found = await Promise.all(unwell.slice(0, MAX_REPORTED).map((adapter) => ofAdapter(setting, adapter)));
  const more = unwell.length - MAX_REPORTED;
  const hasMore = more > 0 && {
    id: "channels.more_adapters",
    severity: "warning" as const,
    evidence: `${more} more adapters are not connected`,
    fix: "postern channels adapters list",
  };
  const isStuck = outbound.enabled && !outbound.consuming;
  const stuck = isStuck && {
    id: "channels.nothing_sent",
    severity: "error" as const,
    evidence: `No messages are sent: ${outbound.lastError?.message ?? "the outbound consumer failed"}`,
    fix: "postern channels logs",
  };
  return [...found, ...(hasMore ? [hasMore] : []), ...(stuck ? [stuck] : [])];
}

async function ofAdapter({ store, now, state }: Setting, adapter: AdapterState): Promise<Finding> {
  const { id, channelId, status } = adapter;
  const { disconnectedAt = now, cause } = (await store.get(states, id)) ?? {};
  const isLong = now - disconnectedAt > TOLERATED && (status === "reconnecting" || status === "disconnected");
  const connection = cause && (await store.get(adapters, id))?.connection;
  const kind = state.kinds.find(channelId)?.title ?? channelId;
  return {
    id: `channels.adapter_${status}`,
    severity: isLong ? "error" : (SEVERITY[status] ?? "warning"),
    evidence: `The ${kind} adapter "${id}" ${conditionOf(adapter)}`,
    fix:
      cause === undefined || cause === "creator_ended" || connection === undefined
        ? `postern channels adapters ${status === "disabled" || cause === "creator_ended" ? "enable" : "show"} --id ${id}`
        : FIXES[cause](connection),
  };
}

const FIXES: Readonly<Record<Exclude<AdapterCause, "creator_ended">, (connection: string) => string>> = {
  secret_rejected: (connection) =>
    `postern credentials connections rotate --connection ${connection} --secret-file FILE`,
  connection_disabled: (connection) => `postern credentials connections enable --connection ${connection}`,
};

/** The problems if no runner reports. */
async function ofAbsence(
  store: Reads,
  { claim, intent }: Observation,
  runner: string,
  reason = "it does not report",
): Promise<Finding[]> {
  const evidence = `The channel runner is not working: ${reason}`;
  if (claim && runner === "unreachable")
    return [{ id: "channels.runner_unreachable", severity: "error", evidence, fix: "postern channels restart" }];
  if (runner === "starting") return [];
  if (runner === "restarting")
    return [{ id: "channels.runner_restarting", severity: "error", evidence, fix: "postern channels logs" }];
  if (intent?.desired === "running")
    return [{ id: "channels.runner_missing", severity: "error", evidence, fix: START }];
  const { items } = await store.find(adapters, { limit: MAX_ADAPTERS });
  const enabled = items.filter(({ isDisabled }) => !isDisabled).length;
  if (enabled === 0) return [];
  const count = enabled === 1 ? "1 enabled adapter is" : `${enabled} enabled adapters are`;
  const [severity, why] =
    intent?.desired === "stopped" ? (["info", "was stopped"] as const) : (["warning", "was never started"] as const);
  const stopped = `The channel runner ${why}, so ${count} not connected`;
  return [{ id: "channels.runner_stopped", severity, evidence: stopped, fix: START }];
}
