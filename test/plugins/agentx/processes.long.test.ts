import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Turn } from "@postern/agentx";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { newFolder, openFixture } from "./fixture.ts";
import { start } from "./processes/spawn.ts";

const server = new URL("./processes/server.mjs", import.meta.url).href;
const agent = fileURLToPath(new URL("../../../examples/coding-agent/agent.js", import.meta.url));

/** Ids of processes whose working directory is a folder: the agents of a workspace. */
function processesIn(workspace: string): number[] {
  const place = realpathSync(workspace);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === place;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** A gateway without workers that calls operations, while child processes run the agents. */
async function openDesk() {
  const [path, workspace] = [folder(), newFolder()];
  const fixture = await openFixture({ storage: lmdb({ path }) as never, workspace, background: false });
  const serve = (step = 0) => start(server, path, workspace, agent, step);
  /** Creates a session; undefined while no runner is available. */
  async function create(prompt: string): Promise<string | undefined> {
    const { status, body } = await fixture.ask("sessions.create", { agent: "demo", prompt, execute: true });
    return status === 200 ? body.session.id : undefined;
  }
  /** Sends a prompt as soon as a runner is available. */
  async function sendSoon(session: string, prompt: string): Promise<Turn> {
    let turn: Turn | undefined;
    await until(async () => {
      turn = await fixture.send(session, prompt);
    });
    return turn as Turn;
  }
  return { ...fixture, workspace, serve, create, sendSoon };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;
const turnsOf = async (desk: Desk, session: string) => (await desk.post("turns.list", { session })).turns;

/** Checks invariants that hold for a session after any crash. */
async function expectWhole(desk: Desk, session: string): Promise<void> {
  const messages = await desk.messages(session);
  expect(messages.map(({ number }) => number)).toEqual(messages.map((_, at) => at + 1));
  const turns = await turnsOf(desk, session);
  for (const { id, state } of turns) {
    const own = messages.filter(({ turn }) => turn === id);
    expect(["done", "failed", "cancelled"]).toContain(state);
    expect(own.filter(({ kind }) => kind === "user").length).toBe(state === "done" ? 1 : own.length > 0 ? 1 : 0);
    if (state === "done")
      expect(own.map(({ kind, text, tool }) => text ?? `${kind} ${tool?.status}`).slice(1)).toEqual([
        "one",
        "tool completed",
        "two",
      ]);
  }
}

const PROMPT = "say one\ntool t\nwait 150\nsay two";

describe("a process that runs agents", () => {
  it("leaves no turn incomplete or repeated and no agent running when killed at any step", async () => {
    let step = 3;
    for (let isDone = false; !isDone && step < 60; step++) {
      const desk = await openDesk();
      const doomed = desk.serve(step);
      // It may end before it serves; then the next process runs the session.
      const after = doomed.ended.then(() => desk.serve());
      let session: string | undefined;
      await until(async () => {
        session = await desk.create(PROMPT);
        expect(session).toBeDefined();
      });
      const id = session as string;
      const isOver = async () => (await turnsOf(desk, id))[0]?.finishedAt !== undefined;
      const watch = (async () => {
        while (!(await isOver())) await new Promise((next) => setTimeout(next, 20));
        doomed.release();
      })();
      // It may also be killed while it stops.
      const code = await doomed.ended;
      isDone = code === 0;
      const next = await after;
      await watch;
      await desk.until(id, { status: expect.stringMatching(/idle|gone/) });
      if ((await desk.show(id)).resumable) {
        const again = await desk.sendSoon(id, PROMPT);
        expect(await desk.over(again), `step ${step}`).toMatchObject({ state: "done" });
      }
      next.release();
      expect(await next.ended).toBe(0);
      await expectWhole(desk, id);
      expect(processesIn(desk.workspace), `step ${step}`).toEqual([]);
      await desk.stop();
    }
    expect(step).toBeGreaterThan(12);
  });

  it("is replaced after a kill by the next process, which ends the orphaned agent", async () => {
    const desk = await openDesk();
    const doomed = desk.serve();
    await doomed.waitForLines(1);
    let id = "";
    await until(async () => {
      id = (await desk.create("say one\ndeaf")) ?? "";
      expect(id).not.toBe("");
    });
    await until(async () => expect(await desk.said(id)).toContain("agent: one"));
    const waiting = await desk.send(id, "say later");
    expect(processesIn(desk.workspace)).toHaveLength(1);
    doomed.kill();
    await doomed.ended;
    const next = desk.serve();
    expect(await desk.over(waiting)).toMatchObject({ state: "done" });
    const [cut] = await turnsOf(desk, id);
    expect(cut).toMatchObject({ state: "failed", reason: "The gateway that ran the agent has ended" });
    expect(processesIn(desk.workspace)).toHaveLength(1);
    next.release();
    expect(await next.ended).toBe(0);
    expect(processesIn(desk.workspace)).toEqual([]);
  });
});

describe("two processes that run agents on one store", () => {
  it("share the sessions, run each turn once, and one continues when the other is killed", async () => {
    const desk = await openDesk();
    const [one, two] = [desk.serve(), desk.serve()];
    await Promise.all([one.waitForLines(1), two.waitForLines(1)]);
    const ids: string[] = [];
    await until(async () => expect(await desk.create("say x")).toBeDefined());
    for (let n = 0; n < 8; n++) ids.push((await desk.create(PROMPT)) as string);
    for (const id of ids) await desk.send(id, PROMPT);
    one.kill();
    await one.ended;
    for (const id of ids) {
      for (const turn of await turnsOf(desk, id)) await desk.over(turn);
      await desk.until(id, { status: expect.stringMatching(/idle|gone/) });
      await expectWhole(desk, id);
    }
    for (const id of ids) {
      if (!(await desk.show(id)).resumable) continue;
      expect(await desk.over(await desk.send(id, PROMPT))).toMatchObject({ state: "done" });
    }
    two.release();
    expect(await two.ended).toBe(0);
    expect(processesIn(desk.workspace)).toEqual([]);
  });

  it("leave sessions to their new owner when a frozen process resumes", async () => {
    const desk = await openDesk();
    const frozen = desk.serve();
    await frozen.waitForLines(1);
    let id = "";
    await until(async () => {
      id = (await desk.create("say one\nhang")) ?? "";
      expect(id).not.toBe("");
    });
    await until(async () => expect(await desk.said(id)).toContain("agent: one"));
    frozen.signal("SIGSTOP");
    const other = desk.serve();
    await other.waitForLines(1);
    const waiting = await desk.send(id, "say two");
    await until(async () => {
      const turn = (await turnsOf(desk, id)).find((one: Turn) => one.id === waiting.id);
      expect(turn).toMatchObject({ state: "done" });
    }, 90_000);
    frozen.signal("SIGCONT");
    expect(await desk.over(await desk.send(id, "say three"))).toMatchObject({ state: "done" });
    const [cut] = await turnsOf(desk, id);
    expect(cut).toMatchObject({ state: "failed" });
    expect((await desk.said(id)).filter((line) => line.startsWith("agent"))).toEqual([
      "agent: one",
      "agent: two",
      "agent: three",
    ]);
    for (const one of [frozen, other]) {
      one.release();
      expect(await one.ended).toBe(0);
    }
    expect(processesIn(desk.workspace)).toEqual([]);
  });
});

describe("the records of a deleted session", () => {
  it("are all deleted, wherever the process that deletes them is killed", async () => {
    const desk = await openDesk();
    const author = desk.serve();
    await author.waitForLines(1);
    const ids: string[] = [];
    for (const prompt of ["think a\nsay b\n".repeat(500), PROMPT]) {
      await until(async () => {
        const id = await desk.create(prompt);
        expect(id).toBeDefined();
        ids.push(id as string);
      });
    }
    const [gone = "", kept = ""] = ids;
    for (const id of ids) await desk.until(id, { status: "idle", waiting: 0 });
    author.release();
    expect(await author.ended).toBe(0);
    const keys = () =>
      (desk.storage.getKeys("", {}) as string[]).filter((key) => key.includes("agentx.") && key.includes(gone)).length;
    const all = keys();
    await desk.post("sessions.remove", { session: gone, execute: true });
    expect((await desk.ask("sessions.messages", { session: gone })).status).toBe(404);

    const left: number[] = [];
    for (let step = 3; step <= 6; step++) {
      const doomed = desk.serve(step);
      expect(await doomed.ended).toBe(null);
      left.push(keys());
    }
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(left[0]).toBeLessThanOrEqual(all);
    expect(left.at(-1)).toBeLessThan(left[0] as number);
    expect(left.at(-1)).toBeGreaterThan(0);

    const next = desk.serve();
    await until(() => expect(keys()).toBe(0));
    next.release();
    expect(await next.ended).toBe(0);
    await expectWhole(desk, kept);
  });
});
