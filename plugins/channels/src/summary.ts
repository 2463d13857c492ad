import { type Caller, omitUndefined, oneOf, type Reads, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { isAdapterOf, showAdapter } from "./adapter.ts";
import { adapters } from "./collections.ts";
import { isRestarting, type Observation, type RunnerStatus, runOf } from "./runner/index.ts";
import { AdapterStatus } from "./schemas.ts";

/** More adapters than a gateway may have. */
const MAX_ADAPTERS = 500;

const time = (description: string) => T.Optional(T.Integer({ description: `${description}, Unix milliseconds` }));

/** The status for people: the same as the runner's own status, in plain words, with all adapters. */
export const summaryMembers = {
  health: described(
    oneOf("ready", "starting", "degraded", "restarting", "unreachable", "stopped"),
    "Health of the runner and its adapters",
  ),
  reason: T.Optional(T.String({ description: "Reason if the health is not `ready`" })),
  adapters: withColumns(
    T.Array(
      T.Object({
        id: T.String({ description: "Id of the adapter" }),
        kind: T.String({ description: "Kind of the adapter" }),
        status: described(AdapterStatus, "Connection status"),
        reason: T.Optional(T.String({ description: "Reason if the adapter is not connected" })),
        connectedAt: time("When the adapter connected"),
        reconnects: T.Integer({ description: "Number of reconnects since the runner started" }),
      }),
      { description: "The adapters that you can access" },
    ),
    {
      id: "id",
      kind: "plain",
      status: "status",
      reason: ["text", 1],
      connectedAt: ["ago", 2],
      reconnects: ["plain", 3],
    },
  ),
  process: T.Optional(
    T.Object(
      {
        pid: T.Integer({ description: "Process id" }),
        status: T.String({ description: "Status of the process" }),
        isSupervised: T.Boolean({ description: "Whether the process is restarted if it ends" }),
        startedAt: time("When the process started"),
        cpuPercent: T.Optional(T.Number({ description: "CPU usage in percent of one core" })),
        memoryMb: T.Optional(T.Number({ description: "Memory in use, in MiB" })),
      },
      { description: "Process of the runner, if it is running" },
    ),
  ),
  outgoing: T.Optional(
    T.Object(
      {
        waiting: T.Integer({ description: "Number of messages waiting or being sent" }),
        lastSentAt: time("When a message was last sent"),
        lastError: T.Optional(T.String({ description: "Most recent error" })),
        lastErrorAt: time("When the most recent error occurred"),
      },
      { description: "Outgoing messages, as the runner reported them" },
    ),
  ),
};
const Summary = T.Object(summaryMembers);
type Summary = Static<typeof Summary>;

interface Seen {
  readonly store: Reads;
  readonly caller: Caller;
  readonly now: number;
}

export async function summaryOf(
  { store, caller, now }: Seen,
  observation: Observation,
  { health, channels, runner }: RunnerStatus,
): Promise<Summary> {
  const run = await runOf(store, now);
  const { items } = await store.find(adapters, { limit: MAX_ADAPTERS });
  const own = items.filter((record) => isAdapterOf(caller, record, "read"));
  const isAbsent = isRestarting(observation) && channels.pid === null;
  const status: Summary["health"] = isAbsent ? "restarting" : (health?.status ?? "stopped");
  return omitUndefined({
    health: status,
    reason: health?.reason,
    adapters: await Promise.all(
      own.map(async (record) => {
        const { id, kind, status, reason, connectedAt, reconnectCount } = await showAdapter(store, record, run, now);
        return omitUndefined({ id, kind, status, reason, connectedAt, reconnects: reconnectCount });
      }),
    ),
    process: processOf(channels, runner),
    outgoing: outgoingOf(runner),
  });
}

function processOf(
  { pid, status, managed, cpu, memoryMb }: RunnerStatus["channels"],
  runner: RunnerStatus["runner"],
): Summary["process"] {
  if (pid === null) return undefined;
  return omitUndefined({
    pid,
    status,
    isSupervised: managed,
    startedAt: runner?.startedAt ?? undefined,
    cpuPercent: cpu === null ? undefined : Math.round(cpu * 10) / 10,
    memoryMb: memoryMb ?? undefined,
  });
}

function outgoingOf(runner: RunnerStatus["runner"]): Summary["outgoing"] {
  const { publishOutbox } = runner?.outbound ?? {};
  if (!publishOutbox) return undefined;
  const { pendingCount, lastPublishedAt, lastError } = publishOutbox;
  return omitUndefined({
    waiting: pendingCount,
    lastSentAt: lastPublishedAt,
    lastError: lastError?.message,
    lastErrorAt: lastError?.at,
  });
}
