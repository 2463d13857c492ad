import { definePlugin } from "@postern/core";
import type { Fleet } from "./fleet/types.ts";
import { group, type OurHost } from "./group.ts";
import { logs } from "./operations/logs.ts";
import { restart } from "./operations/restart.ts";
import { start } from "./operations/start.ts";
import { status } from "./operations/status.ts";
import { stop } from "./operations/stop.ts";
import { runnerDied, runnerStarted, runnerStopped } from "./process/events.ts";
import { rememberHost } from "./process/hosts.ts";
import { beginLife, noAdapters } from "./process/life.ts";
import { watch } from "./process/watch.ts";

export * from "./process/errors.ts";
export * from "./process/events.ts";
export { logs, restart, start, status, stop };

/** The channel runner, and the adapters by which chats are carried to other platforms and back. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  operations: [stop, start, restart, status, logs],
  events: [runnerStarted, runnerStopped, runnerDied],
  duties: [watch],
  start: begin,
});

async function begin(host: OurHost) {
  rememberHost(host);
  if (host.config.role !== "runner") return undefined;
  const life = await beginLife(host, startFleet);
  return life.stop;
}

const startFleet = async (): Promise<Fleet> => ({ snapshot: async () => noAdapters, stop: async () => {} });
