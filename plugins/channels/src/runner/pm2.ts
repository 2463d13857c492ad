import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { runProgram } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import { environmentFor } from "./environment.ts";
import { NoRunner, PmUnavailable } from "./errors.ts";
import { nameOfRunner } from "./runner-name.ts";
import { logFile } from "./supervise/state.ts";
import type { RunnerManager } from "./supervision.ts";

type Config = OurHost["config"];

/** A process in pm2's list. */
interface ListedProcess {
  readonly name: string;
  readonly pm_id: number;
  readonly pid: number;
  readonly pm2_env: { readonly status: string };
}

const PATIENCE = 30_000;
/** pm2 lists each process with its whole environment. */
const MAX_COUNT = 16 * 2 ** 20;

/** The path of pm2, if it is installed. It is only run as a program. */
export function findPm2(path = process.env.PATH ?? ""): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, process.platform === "win32" ? "pm2.cmd" : "pm2"))
    .find(isExecutable);
}

/** Keeps the runner running with pm2. */
export const pm2: RunnerManager = {
  assertReady() {
    if (findPm2() === undefined) throw PmUnavailable({ reason: "pm2 was not found on the path" });
  },

  async look(config) {
    // Only changes fail if pm2 fails; the status shows what is known.
    const listed = findPm2() === undefined ? undefined : await find(config).catch(() => undefined);
    if (!listed) return { isSupervised: false, pmId: null };
    const { pm_id: pmId, pid, pm2_env } = listed;
    return { isSupervised: true, pmId, managerStatus: pm2_env.status, ...(pid > 0 && { pid }) };
  },

  async launch({ config }) {
    const { runner, data, grace } = config;
    if (runner === undefined || data === undefined) throw NoRunner({});
    const { status, lastLine } = await run(config, [
      ...["start", runner.script, "--name", nameOfRunner(data), "--interpreter", process.execPath],
      ...["--cwd", data, "--kill-timeout", String(grace), "--exp-backoff-restart-delay", "1000"],
      ...["--log", logFile(data), "--", ...(runner.args ?? [])],
    ]);
    if (status !== 0) throw PmUnavailable({ reason: `pm2 could not start it: ${lastLine}` });
    return { pmStatus: status };
  },

  async end({ config }) {
    const listed = findPm2() === undefined ? undefined : await find(config);
    if (!listed) return { pmStatus: null };
    const { status, lastLine } = await run(config, ["delete", String(listed.pm_id)]);
    return { pmStatus: status, ...(status !== 0 && { trouble: `pm2 could not stop it: ${lastLine}` }) };
  },
};

async function find(config: Config): Promise<ListedProcess | undefined> {
  const { status, out, lastLine } = await run(config, ["jlist"]);
  if (status !== 0) throw PmUnavailable({ reason: `pm2 does not respond: ${lastLine}` });
  // pm2 may print a greeting or a start message before the list.
  const list = out.split("\n").findLast((line) => line.startsWith("["));
  const name = nameOfRunner(config.data);
  return list === undefined ? undefined : (JSON.parse(list) as ListedProcess[]).find((one) => one.name === name);
}

/** Runs pm2 without a shell, with limited time and output. `lastLine` is the last line of a failure. */
async function run(
  config: Config,
  args: readonly string[],
): Promise<{ status: number; out: string; lastLine: string }> {
  const program = findPm2();
  if (program === undefined) throw PmUnavailable({ reason: "pm2 was not found on the path" });
  const { environment: named, runner, data: cwd } = config;
  const env = environmentFor(process.env, { named, own: runner?.env });
  const { code, out, err, trouble } = await runProgram(program, args, { env, cwd, timeout: PATIENCE, most: MAX_COUNT });
  const status = trouble === undefined ? code : code || 1;
  const words = err.trim().split("\n").at(-1) || (trouble === "too long" ? "it took too long" : `exit code ${status}`);
  return { status, out, lastLine: words.slice(0, 200) };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
