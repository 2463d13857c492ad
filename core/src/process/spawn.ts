import { type ChildProcess, type SpawnOptions, type StdioOptions, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

type Stdio = Exclude<StdioOptions, string>;

const CLOSE_ON_EXEC = 0o2000000;
const THREE = 3;

/**
 * Starts a program without a shell, as `child_process.spawn` does, and leaves it no open file that `stdio` does not
 * name. Node opens its own files close-on-exec, but libraries do not: through the descriptor of LMDB's data file a child
 * could read and write the whole store. Linux has no call for "close all others" that Node offers, so what would be
 * inherited is replaced by the null device. macOS and Windows inherit nothing that is not named.
 */
export const spawnProgram = ((command: string, args: readonly string[] = [], options: SpawnOptions = {}) => {
  const stdio: Stdio = Array.isArray(options.stdio)
    ? [...options.stdio]
    : Array.from({ length: THREE }, () => (options.stdio as "pipe" | undefined) ?? "pipe");
  const leaks = inheritedFiles().filter((file) => file >= stdio.length);
  if (leaks.length === 0) return spawn(command, args, options);
  const nothing = openSync(devNull, "r+");
  try {
    for (const file of leaks) {
      while (stdio.length < file) stdio.push("ignore");
      stdio[file] = nothing;
    }
    return spawn(command, args, { ...options, stdio });
  } finally {
    closeSync(nothing);
  }
}) as typeof spawn;

/** Descriptors above the standard ones that a child would inherit. */
function inheritedFiles(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((file) => file >= THREE && isInherited(file))
    .sort((left, right) => left - right);
}

function isInherited(file: number): boolean {
  try {
    const [, flags = ""] = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, "latin1")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // Closed meanwhile: the listing's own descriptor is.
    return false;
  }
}

/** What a program came to that was run to its end. */
export interface Ran {
  /** Its exit code; 1 where a signal ended it. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Why it was ended or could not be started, if so. */
  readonly trouble?: "too long" | "too much output" | NodeJS.ErrnoException;
}

interface RunOptions extends Pick<SpawnOptions, "env" | "cwd"> {
  /** Milliseconds. */
  readonly timeout: number;
  /** Characters of its output. */
  readonly most?: number;
}

/** Runs a program to its end, for a bounded time and output. */
export function runProgram(
  command: string,
  args: readonly string[],
  { timeout, most = 2 ** 20, ...options }: RunOptions,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child: ChildProcess = spawnProgram(command, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const said = { out: "", err: "" };
    let trouble: Ran["trouble"];
    const end = (why: Ran["trouble"]) => {
      trouble ??= why;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => end("too long"), timeout);
    for (const [name, stream] of [
      ["out", child.stdout],
      ["err", child.stderr],
    ] as const) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        if (said[name].length + text.length > most) end("too much output");
        else said[name] += text;
      });
    }
    child.on("error", (error) => end(error));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, ...said, ...(trouble !== undefined && { trouble }) });
    });
  });
}
