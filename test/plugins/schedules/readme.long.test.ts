import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import type { newUser } from "../../surfaces/postern.ts";
import { expectSession, shellOf } from "../../surfaces/session.ts";

const clock = new URL("./processes/clock.mjs", import.meta.url).href;

/** The times at which comments of the session let the gateway run again, and how many runs there are then. */
const TIMES = {
  "Monday, half past eight": { at: "2026-11-23T08:30:00+01:00", runs: 0 },
  "It is nine o'clock": { at: "2026-11-23T08:59:59.500+01:00", runs: 1 },
  "off on Tuesday": { at: "2026-11-25T08:10:00+01:00", runs: 2 },
  "Wednesday, nine": { at: "2026-11-25T08:59:59.500+01:00", runs: 3 },
};

/** A gateway whose clock the comments of the session set: it is stopped, and started at another time. */
async function serving(user: ReturnType<typeof newUser>) {
  let env: Record<string, string> = {};
  let served: Awaited<ReturnType<typeof user.serve>> | undefined;
  const type = shellOf(user, () => env);
  async function runsDone(): Promise<number[]> {
    const { out } = await user.runWith(env, "", "schedules", "runs", "list", "--json");
    const { runs } = JSON.parse(out) as { runs: { status: string; dueAt: number }[] };
    return runs.filter(({ status }) => status === "done").map(({ dueAt }) => dueAt);
  }
  async function setClock(comment: string): Promise<void> {
    const [, { at, runs } = { at: "", runs: 0 }] = Object.entries(TIMES).find(([word]) => comment.includes(word)) ?? [];
    expect([comment, at]).not.toEqual([comment, ""]);
    served?.child.kill("SIGTERM");
    await served?.ended;
    env = { NODE_OPTIONS: `--import ${clock}`, CLOCK_AHEAD: String(Date.parse(at) - Date.now()) };
    served = await user.serve("serve", [], env);
    const done = await until(async () => {
      const found = await runsDone();
      expect(found).toHaveLength(runs);
      return found;
    });
    const due = ["2026-11-23T08:00:00Z", "2026-11-24T08:00:00Z", "2026-11-25T08:00:00Z"].map((time) =>
      Date.parse(time),
    );
    expect(done.sort()).toEqual(due.slice(0, runs));
  }
  return async (command: string) => {
    if (!command.startsWith("#")) return type(command);
    await setClock(command);
    return [];
  };
}

it("the README shows the actual output, by a clock that is set to its times", () =>
  expectSession("plugins/schedules/README.md", "A session", serving));
