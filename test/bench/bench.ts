import { cpus, release } from "node:os";
import { parseArgs } from "node:util";
import { pathOf } from "../run/programs.ts";
import { audio } from "./benches/audio.ts";
import { batch } from "./benches/batch.ts";
import { calendars } from "./benches/calendars.ts";
import { channels } from "./benches/channels.ts";
import { client } from "./benches/client.ts";
import { cpu } from "./benches/cpu.ts";
import { create, hot, processes } from "./benches/create.ts";
import { events } from "./benches/events.ts";
import { grid } from "./benches/grid.ts";
import { imports } from "./benches/import.ts";
import { jetstream } from "./benches/jetstream.ts";
import { journal } from "./benches/journal.ts";
import { mcp } from "./benches/mcp.ts";
import { members } from "./benches/members.ts";
import { metrics } from "./benches/metrics.ts";
import { million } from "./benches/million.ts";
import { outbox } from "./benches/outbox.ts";
import { postgres } from "./benches/postgres.ts";
import { flights, largePostgres } from "./benches/postgres-store.ts";
import { query } from "./benches/query.ts";
import { rows } from "./benches/rows.ts";
import { slow } from "./benches/slow.ts";
import { sync } from "./benches/sync.ts";
import { tasks } from "./benches/tasks.ts";
import { traces } from "./benches/traces.ts";
import { turns } from "./benches/turns.ts";
import { widgets } from "./benches/widgets.ts";
import type { Effort } from "./harness/comparison.ts";
import { pinned } from "./harness/cores.ts";
import { timeFlushes } from "./harness/slow-disk.ts";

const benches: Record<string, (effort: Effort) => Promise<void>> = {
  query,
  client,
  create,
  batch,
  mcp,
  cpu,
  processes,
  slow,
  hot,
  postgres,
  flights,
  "large-postgres": largePostgres,
  journal,
  metrics,
  traces,
  events,
  jetstream,
  members,
  million,
  rows,
  grid,
  import: imports,
  tasks,
  turns,
  audio,
  outbox,
  widgets,
  calendars,
  channels,
  sync,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "4" },
    scale: { type: "string", default: "1" },
    part: { type: "string", default: "1/1" },
  },
});
const { part, ...numbers } = values;
for (const [name, value] of Object.entries(numbers))
  if (!(Number(value) > 0)) throw new Error(`--${name} must be a number above 0, not ${JSON.stringify(value)}`);
// The servers read it too.
process.env.BENCH_SCALE = values.scale;
const [place = 0, parts = 0] = part.split("/").map(Number);
if (!(place >= 1 && place <= parts)) throw new Error(`--part must be such as 2/3, not ${JSON.stringify(part)}`);
const chosen = (positionals.length ? positionals : Object.keys(benches)).filter((_, at) => at % parts === place - 1);
const unknown = chosen.find((name) => !(name in benches));
if (unknown) throw new Error(`There is no bench ${unknown}; there are ${Object.keys(benches).join(", ")}`);
// Fails before the first bench without it.
pathOf("wrk");
// An interrupted run removes its stores too; the servers are told by the terminal.
process.once("SIGINT", () => process.exit(130));

console.log(
  `Node ${process.versions.node}, Linux ${release()}, ${cpus().length} × ${cpus()[0]?.model}, ` +
    `${pinned ? "servers and load pinned to cores of their own" : "nothing pinned"}, a flush ${timeFlushes().fdatasync.toFixed(2)} ms; ` +
    `${values.rounds} interleaved rounds of ${values.seconds} s, the median and (least–most) of the rounds`,
);
for (const name of chosen) {
  try {
    await benches[name]?.({ rounds: Number(values.rounds), seconds: Number(values.seconds) });
  } catch (error) {
    // One run shows every bench that no longer works.
    console.error(`\n${name} FAILED:`, error);
    process.exitCode = 1;
  }
}
