import { type ChildProcess, type SpawnOptions, type StdioOptions, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

type Stdio = Exclude<StdioOptions, string>;

const CLOSE_ON_EXEC = 0o2000000;
const THREE = 3;

/**
 * Starts a program without a shell, like `child_process.spawn`, with no open files other than those in `stdio`. Node
 * opens its own files close-on-exec, but libraries do not: through the descriptor of LMDB's data file a child process
 * could read and write the whole store. Node offers no call to close all others on Linux, so inherited descriptors are
 * replaced by the null device. macOS and Windows inherit nothing else.
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

/** Descriptors above the standard ones that a child process would inherit. */
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
    // Closed in the meantime, like the descriptor of this listing.
    return false;
  }
}

/** The result of a program that has ended. */
export interface ProgramResult {
  /** Its exit code; 1 if a signal ended it. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Why it was terminated or could not be started, if so. */
  readonly trouble?: "too long" | "too much output" | "stopped" | NodeJS.ErrnoException;
}

interface RunOptions extends Pick<SpawnOptions, "env" | "cwd"> {
  /** In milliseconds. */
  readonly timeout: number;
  /** Maximum length of its output in characters. */
  readonly most?: number;
  /** The text of its standard input; nothing by default. */
  readonly input?: string;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Runs a program to its end, with limited time and output. */
export function runProgram(
  command: string,
  args: readonly string[],
  { timeout, most = 2 ** 20, input, signal, ...options }: RunOptions,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child: ChildProcess = spawnProgram(command, args, {
      ...options,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const output = { out: "", err: "" };
    let trouble: ProgramResult["trouble"];
    const end = (why: ProgramResult["trouble"]) => {
      trouble ??= why;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => end("too long"), timeout);
    const stop = () => end("stopped");
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    // A program may end without reading its input.
    child.stdin?.on("error", () => {}).end(input);
    for (const [name, stream] of [
      ["out", child.stdout],
      ["err", child.stderr],
    ] as const) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        if (output[name].length + text.length > most) end("too much output");
        else output[name] += text;
      });
    }
    child.on("error", (error) => end(error));
    child.on("close", (code) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve({ code: code ?? 1, ...output, ...(trouble !== undefined && { trouble }) });
    });
  });
}
