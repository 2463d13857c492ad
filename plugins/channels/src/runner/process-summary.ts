import { omitUndefined, type Static, T } from "@postern/core";
import type { RunnerStatus } from "./schemas.ts";

const ProcessSummary = T.Object(
  {
    host: T.Optional(T.String({ description: "Name of the host that it runs on" })),
    pid: T.Integer({ description: "Process id" }),
    status: T.String({ description: "Status of the process" }),
    isSupervised: T.Optional(T.Boolean({ description: "Whether the process is restarted if it ends" })),
    startedAt: T.Optional(T.Integer({ description: "When the process started, Unix milliseconds" })),
    cpuPercent: T.Optional(T.Number({ description: "CPU usage in percent of one core" })),
    memoryMb: T.Optional(T.Number({ description: "Memory in use, in MiB" })),
  },
  { description: "Process of the runner, if it is running. Fewer members are known of a process on another host." },
);

export const processMember = T.Optional(ProcessSummary);

/** The process of the runner for people. */
export function processSummary(
  { channels, runner }: Pick<RunnerStatus, "channels" | "runner">,
  isElsewhere: boolean,
): Static<typeof ProcessSummary> | undefined {
  const { pid, host, status, managed, cpu, memoryMb } = channels;
  if (pid === null) return undefined;
  return omitUndefined({
    host,
    pid,
    status,
    isSupervised: isElsewhere ? undefined : managed,
    startedAt: runner?.startedAt ?? undefined,
    cpuPercent: cpu ?? undefined,
    memoryMb: memoryMb ?? undefined,
  });
}
