import type { OurHost } from "../host.ts";
import { RunnerElsewhere } from "./errors.ts";
import { lastLines } from "./log-tail.ts";
import type { Observation } from "./observe.ts";
import { logFile } from "./supervise/state.ts";

/** The last lines of the log on this host. Throws if the runner is, or was last, on another host. */
export async function ownLog(
  { config, services }: Pick<OurHost, "config" | "services">,
  seen: Observation,
  count: number,
) {
  const { data, log } = config;
  const lines = data === undefined ? [] : await lastLines(logFile(data), log.files, count);
  const last = lines.length === 0 ? seen.intent?.last?.host : undefined;
  const other = seen.elsewhere ?? (last === services.gateway.host ? undefined : last);
  if (other !== undefined)
    throw RunnerElsewhere({ host: other, advice: 'Its log is there: run "postern channels logs" on that host.' });
  return lines;
}
