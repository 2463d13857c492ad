import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Which cores serve and which make the load, in taskset's spelling, and how many threads make it. */
export interface Cores {
  servers: string;
  load: string;
  threads: number;
}

/** Half for each, so that the load generator never takes time from what it measures. */
export const halves: Cores = { servers: "0,1", load: "2,3", threads: 2 };

/** A single core makes the load: for a contestant of several processes, and for what it is compared with. */
export const mostForServers: Cores = { servers: "0-2", load: "3", threads: 1 };

/** False on a machine that is too small or has no taskset; then nothing is pinned and ratios waver more. */
export const pinned = availableParallelism() >= 4 && spawnSync("taskset", ["-V"]).status === 0;

/** The command that runs `command` on those cores. */
export function on(cores: string, command: string, args: string[]): [string, string[]] {
  return pinned ? ["taskset", ["-c", cores, command, ...args]] : [command, args];
}
