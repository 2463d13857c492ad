import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { spawnProgram } from "@postern/core/process";

export interface Child {
  readonly pid: number | undefined;
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  /** Asks the process to end, then kills it and all its children after `grace` milliseconds. */
  end(grace: number): Promise<void>;
}

/** Maximum length of a line on standard error. */
const MAX_LINE = 2_000;
/** How long to wait for the remaining output of an exited process, in ms. */
const OUTPUT_GRACE = 200;

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Removes secrets and machine paths from a line. */
  readonly redact: (text: string) => string;
  /** Receives each line of standard error. */
  readonly onLine: (line: string) => void;
}

/** Starts a program without a shell, in its own process group, so that its children end with it. */
export function startChild({ command, args, cwd, env, redact, onLine }: Start): Child {
  const child = spawnProgram(command, [...args], { cwd, env, stdio: "pipe", detached: true, windowsHide: true });
  let lastLine = "";
  eachLine(child.stderr, (line) => {
    const text = redact(line);
    if (text === "") return;
    lastLine = text;
    onLine(text);
  });
  // The end of the process reports the failure; without a listener the error would crash the gateway.
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});

  /** Whether the process and its group have ended. Their id may belong to others from then on. */
  let isGone = false;
  const killAll = (signal: NodeJS.Signals) => {
    if (child.pid === undefined || isGone) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The process group has already ended.
    }
  };

  let isOver = false;
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      isOver = true;
      resolve(
        error.code === "ENOENT" ? "The program was not found" : `The program could not be started (${error.code})`,
      );
    });
    child.once("exit", async (code, signal) => {
      isOver = true;
      await Promise.race([new Promise((done) => child.once("close", done)), pause(OUTPUT_GRACE)]);
      killAll("SIGKILL");
      isGone = true;
      const how = signal === null ? `exited with code ${code}` : `was terminated by ${signal}`;
      resolve(`The agent ${how}${lastLine === "" ? "" : `: ${lastLine}`}`);
    });
  });

  return {
    pid: child.pid,
    input: child.stdin,
    output: child.stdout,
    ended,
    async end(grace) {
      if (!isOver) {
        child.stdin.end();
        killAll("SIGTERM");
        await Promise.race([ended, pause(grace)]);
      }
      killAll("SIGKILL");
      child.stdout.destroy();
      await Promise.race([ended, pause(1_000)]);
    },
  };
}

function eachLine(stream: Readable, take: (line: string) => void): void {
  let part = "";
  stream.setEncoding("utf8");
  stream.on("error", () => {});
  stream.on("data", (text: string) => {
    const lines = (part + text).split("\n");
    part = (lines.pop() ?? "").slice(0, MAX_LINE);
    for (const line of lines) take(line.slice(0, MAX_LINE));
  });
  stream.on("end", () => take(part));
}
