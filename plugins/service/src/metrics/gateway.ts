import type { PluginContext } from "@postern/core";
import { counter, gauge, type Metric, type StreamCounts } from "@postern/kit/checks";
import type { group } from "../group.ts";

type Host = Pick<PluginContext<typeof group>, "services" | "state" | "journal" | "now">;

/** Figures of the gateway itself: its plugins, store, journal, queues and streams. */
export async function gatewayMetrics(host: Host): Promise<Metric[]> {
  const { gateway } = host.services;
  const streams = host.state.openRequests.streams();
  const { driver, degraded } = gateway.store();
  const info = { version: gateway.version, host: gateway.host, driver };
  return [
    gauge("postern_info", "Version, machine and storage driver of the gateway", [{ labels: info, value: 1 }]),
    gauge(
      "postern_plugin_running",
      "1 if the plugin is running, 0 if it has failed or is read-only",
      gateway.plugins().map(({ name: plugin, state }) => ({ labels: { plugin }, value: Number(state === "running") })),
    ),
    gauge("postern_store_writable", "1 unless the store refuses writes", Number(degraded === undefined)),
    gauge("postern_store_damaged_records", "Damaged records found since the start", gateway.damaged().length),
    gauge("postern_store_lag_commits", "Commits of other gateways that this one has not noticed", await gateway.lag()),
    ...Object.entries(await gateway.figures()).map(([name, value]) => ofStore(name, value)),
    ...(await journalMetrics(host)),
    ...(await workerMetrics(host)),
    ...(streams ? streamMetrics(streams) : []),
  ];
}

function ofStore(name: string, value: number): Metric {
  const help = `Figure of the storage driver: ${name.replace(/_total$/, "").replaceAll("_", " ")}`;
  return (name.endsWith("_total") ? counter : gauge)(`postern_store_${name}`, help, value);
}

async function journalMetrics({ journal, now }: Host): Promise<Metric[]> {
  const [newest, oldest] = [await journal.newest(), (await journal.read({ limit: 1 })).events[0]];
  if (!newest || !oldest) return [gauge("postern_journal_commits", "Commits with kept events", 0)];
  const length = numberOf(newest.id) - numberOf(oldest.id) + 1;
  const age = (now() - Date.parse(oldest.time)) / 1_000;
  return [
    gauge("postern_journal_commits", "Commits between the oldest and the newest kept event", length),
    gauge("postern_journal_position", "Number of the newest commit with events", numberOf(newest.id)),
    gauge("postern_journal_oldest_seconds", "Age of the oldest kept event", Math.max(0, age)),
  ];
}

const numberOf = (event: string): number => Number.parseInt(event, 10);

async function workerMetrics({ services: { gateway }, now }: Host): Promise<Metric[]> {
  const workers = await gateway.workers();
  const at = now();
  const queues = workers.filter(({ behind }) => behind === undefined);
  return [
    gauge(
      "postern_queue_entries",
      "Entries of a queue by state, waiting and dead ones counted up to 10,000",
      queues.flatMap(({ name: queue, waiting, running, dead }) =>
        Object.entries({ waiting, running, dead }).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
    ),
    gauge(
      "postern_queue_oldest_due_seconds",
      "Time since the first entry of a queue, or the next run of a job, was due; 0 if none is",
      queues.map(({ name: queue, dueAt = at }) => ({ labels: { queue }, value: Math.max(0, at - dueAt) / 1_000 })),
    ),
    gauge(
      "postern_consumer_lag_commits",
      "Commits that a consumer of events has not examined",
      workers.flatMap(({ name: consumer, behind }) =>
        behind === undefined ? [] : [{ labels: { consumer }, value: behind }],
      ),
    ),
    gauge(
      "postern_worker_stuck",
      "1 if a queue or consumer is stuck",
      workers.map(({ name: worker, trouble }) => ({ labels: { worker }, value: Number(trouble !== undefined) })),
    ),
  ];
}

const streamMetrics = ({ open, cutOff }: StreamCounts): Metric[] => [
  gauge("postern_streams_open", "Open event streams", open),
  counter("postern_streams_dropped_total", "Streams closed because their reader was too slow", cutOff),
];
