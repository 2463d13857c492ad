import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProcessMark, processStatus, sendSignal } from "@postern/core/process";
import { expect, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { newUser } from "../../surfaces/postern.ts";

interface Status {
  readonly channels: { readonly running: boolean; readonly pid: number | null; readonly [member: string]: unknown };
  readonly processes: readonly unknown[];
  readonly health: { readonly status: string; readonly reachable: boolean; readonly reason?: string };
  readonly runner: { readonly pid: number; readonly adapters: readonly unknown[] } | null;
  readonly [member: string]: unknown;
}

/** The answer of a start or stop. */
export interface Change {
  readonly action: string;
  readonly changed: boolean;
  readonly previousPid?: number;
  readonly reason?: string;
  readonly status: Status;
}

/** A user of the command line with a data folder. The runner is killed after the test. */
export async function newEnvironment() {
  const user = newUser();
  const supervisor = (): ProcessMark | undefined => markIn(join(user.data, "processes", "channels-supervisor.json"));
  const runner = (): ProcessMark | undefined => markIn(join(user.data, "processes", "channels-runner.json"));
  onTestFinished(async () => {
    for (const mark of [supervisor(), runner()]) if (mark) sendSignal(mark, "SIGKILL");
    const child = supervisor() as { runner?: ProcessMark } | undefined;
    if (child?.runner) sendSignal(child.runner, "SIGKILL");
  });
  const { out, err } = await user.run("init", "--json");
  expect(err).toBe("");
  const { key } = JSON.parse(out) as { key: string };
  return {
    ...user,
    key,
    supervisor: () => supervisor() as ProcessMark,
    runner: () => runner() as ProcessMark,
    /** Runs `start`, `stop` or `restart` on the command line. */
    change: (action: string): Promise<Change> => user.json("channels", action),
    status: async (): Promise<Status> => (await user.json("channels", "status")).status,
    /** Waits until the status is as expected. */
    async hasStatus(expected: object): Promise<Status> {
      let status: Status | undefined;
      await until(async () => {
        status = (await user.json("channels", "status")).status;
        expect(status).toMatchObject(expected);
      });
      return status as Status;
    },
    /** Types and data of the events about the runner. */
    async reported(type = "channels.runner.*"): Promise<{ type: string; data: Record<string, unknown> }[]> {
      const { events } = await user.json("events", "list", "--type", type);
      return events.map(({ type, data }: { type: string; data: object }) => ({ type, data }));
    },
    /** Replaces the runner by another program, given as the text of a module. */
    scripted(text: string): string {
      const script = join(user.home, "runner.mjs");
      writeFileSync(script, text);
      user.configure({ plugins: { context: true, events: true, chats: true, channels: { runner: { script } } } });
      return script;
    },
  };
}

function markIn(path: string): ProcessMark | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as ProcessMark) : undefined;
}

export function kill(mark: ProcessMark): void {
  expect(sendSignal(mark, "SIGKILL")).toBe("sent");
}

/** Kills both at the same time: a runner without its supervisor would stop cleanly. */
export function killBoth(supervisor: ProcessMark, runner: ProcessMark): void {
  expect(sendSignal(runner, "SIGSTOP")).toBe("sent");
  kill(supervisor);
  kill(runner);
}

/** Waits until a process has ended. */
export const untilGone = (mark: ProcessMark): Promise<void> => until(() => expect(processStatus(mark)).toBe("gone"));

/** Calls an operation of a running gateway. */
export async function post(
  url: string,
  key: string,
  id: string,
  body: object = {},
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${url}/api/v1/${id.replaceAll(".", "/")}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the expected body
  return { status: response.status, body: (await response.json()) as any };
}
