import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ProcessMark, processStatus, sendSignal } from "@postern/core/process";
import { Exit, type ExitCode } from "../exit.ts";
import type { Settings } from "../settings.ts";

/** Milliseconds that the adapters of a runner may take to disconnect. */
const TIMEOUT = 45_000;
const INTERVAL = 50;

/**
 * Ends the channel runner of the data folder and its supervisor, for a service manager that stops the gateway. Unlike
 * `channels stop` it does not change that the runner is wanted: the next gateway starts it again.
 */
export async function stopRunner({ data }: Pick<Settings, "data">): Promise<ExitCode> {
  for (const name of ["channels-supervisor", "channels-runner"]) {
    const mark = readMark(join(data, "processes", `${name}.json`));
    if (!mark || sendSignal(mark, "SIGTERM") !== "sent") continue;
    const end = performance.now() + TIMEOUT;
    while (processStatus(mark) !== "gone") {
      if (performance.now() > end) return Exit.failed;
      await pause(INTERVAL);
    }
  }
  return Exit.done;
}

function readMark(path: string): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ProcessMark;
  } catch {
    return undefined;
  }
}
