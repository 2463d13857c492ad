import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Child {
  /** The complete lines of its output so far. */
  lines(): string[];
  /** Its standard error output. */
  errors(): string;
  /** Resolves with the exit code, or null if it was killed. */
  ended: Promise<number | null>;
  kill(): void;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Writes to its standard input. */
  write(text: string): void;
  /** Ends its standard input. */
  release(): void;
  /** Waits for this number of lines. */
  waitForLines(count: number): Promise<void>;
}

/** Runs a file of this folder in a separate process, with the built packages. */
export function start(file: string, ...args: (string | number)[]): Child {
  return run(process.execPath, [pathOf(file), ...args.map(String)]);
}

/** Like `spawn`, with a file size limit in KiB. */
export function startLimited(kib: number, file: string, ...args: string[]): Child {
  const script = `ulimit -f ${kib}; exec "$0" "$@"`;
  return run("bash", ["-c", script, process.execPath, pathOf(file), ...args]);
}

/** Like `spawn`, with a private disk in memory at this path, with a size in MiB. */
export function startOnSmallDisk(path: string, mib: number, file: string, ...args: (string | number)[]): Child {
  const script = `mount -t tmpfs -o size=${mib}m tmpfs "$0" && exec "$@"`;
  const command = [process.execPath, pathOf(file), path, ...args.map(String)];
  return run("unshare", ["--map-root-user", "--mount", "sh", "-c", script, path, ...command]);
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

function run(command: string, args: string[]): Child {
  const child = spawn(command, args);
  let text = "";
  let errors = "";
  const lines = () => text.split("\n").slice(0, -1);
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    errors += part;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));

  function waitForLines(count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (lines().length < count) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended after ${lines().length} lines: ${errors}`)));
    });
  }

  return {
    lines,
    errors: () => errors,
    ended,
    waitForLines,
    kill: () => child.kill("SIGKILL"),
    signal: (name) => void child.kill(name),
    write: (text) => void child.stdin.write(text),
    release: () => child.stdin.end(),
  };
}
