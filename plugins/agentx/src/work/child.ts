import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { spawnProgram } from "@postern/core/process";

export interface Child {
  readonly pid: number | undefined;
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves with why, once it has ended. */
  readonly ended: Promise<string>;
  /** Asks it to end, and ends it with all that it has started where it has not within `grace` milliseconds. */
  end(grace: number): Promise<void>;
}

/** What of a line on standard error is looked at. */
const MOST_LINE = 2_000;
/** What an ended process has still to say comes within this time. */
const LAST_WORDS = 200;

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Makes a line fit to be told. */
  readonly discreet: (text: string) => string;
  /** What it writes to standard error, line by line. */
  readonly hear: (line: string) => void;
}

/** Starts a program without a shell, in a group of processes of its own: what it starts ends with it. */
export function startChild({ command, args, cwd, env, discreet, hear }: Start): Child {
  const child = spawnProgram(command, [...args], { cwd, env, stdio: "pipe", detached: true, windowsHide: true });
  let lastLine = "";
  eachLine(child.stderr, (line) => {
    const said = discreet(line);
    if (said === "") return;
    lastLine = said;
    hear(said);
  });
  // Told by the end of the process; unheard, it would end ours.
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});

  const killAll = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Nobody of the group is left.
    }
  };

  let isOver = false;
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      isOver = true;
      resolve(error.code === "ENOENT" ? "Its program is not there" : `It could not be started (${error.code})`);
    });
    child.once("exit", async (code, signal) => {
      isOver = true;
      await Promise.race([new Promise((done) => child.once("close", done)), pause(LAST_WORDS)]);
      killAll("SIGKILL");
      const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
      resolve(`The agent ended ${how}${lastLine === "" ? "" : `: ${lastLine}`}`);
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
    part = (lines.pop() ?? "").slice(0, MOST_LINE);
    for (const line of lines) take(line.slice(0, MOST_LINE));
  });
  stream.on("end", () => take(part));
}
