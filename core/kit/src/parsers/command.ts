import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SHELL = "/bin/sh";
/** Threads and code of Node, in MiB, on top of what is parsed. */
const OVERHEAD = 512;
const KIB_PER_MIB = 1_024;
/** Processor seconds of a process in all its sessions, if its parent was killed and cannot end it. */
const PROCESSOR_TIME = 1_800;
/** What the process may know: the folders of libraries and the time zone, but no secret. */
const PASSED = ["LD_LIBRARY_PATH", "SystemRoot", "TZ"];

/** The command that runs a program of Node with `memory` MiB, and with the limits that the system enforces. */
export function commandFor(program: URL, memory: number): [command: string, args: string[]] {
  const node = [`--max-old-space-size=${Math.floor((memory * 3) / 4)}`, fileURLToPath(program)];
  if (process.platform === "win32" || !existsSync(SHELL)) return [process.execPath, node];
  const data = (memory + OVERHEAD) * KIB_PER_MIB;
  // A limit that the system does not offer is left out. Without core files, which an abort would write.
  const limits = ["-c 0", `-d ${data}`, `-t ${PROCESSOR_TIME}`].map((limit) => `ulimit ${limit} 2>/dev/null; `);
  return [SHELL, ["-c", `${limits.join("")}exec "$0" "$@"`, process.execPath, ...node]];
}

/** The environment of the process. */
export const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(PASSED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
