import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import memory from "@postern/storage-memory";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { bad, demo, isThere, newFolder, openHouse } from "./house.ts";

vi.setConfig({ testTimeout: 90_000 });

const faulty = (fault: string, config = {}) =>
  openHouse({ agents: { demo: bad(fault) }, startTimeout: 20_000, ...config });

describe("an agent that", () => {
  it.each([
    ["exits immediately", "early", /exited with code 3/],
    ["uses another protocol version", "version", /uses protocol version 99, but Postern supports only version 1/],
    ["requires a login", "login", /requires a login/],
    ["creates a session without an id", "nameless", /without a valid id/],
    ["writes 100 MiB without an end of line", "endless", /a line of more than 4194304 bytes/],
    ["writes log output instead of the protocol", "noise", /not the Agent Client Protocol/],
  ])("%s leaves the session gone with a reason", async (_, fault, reason) => {
    const before = process.memoryUsage().rss;
    const house = await faulty(fault);
    const { session, turn } = await house.post("sessions.create", { agent: "demo", prompt: "x", execute: true });
    const gone = await house.until(session.id, { status: "gone", live: false, resumable: false, waiting: 0 });
    expect(gone.reason).toMatch(reason);
    expect(gone.reason).not.toContain(house.workspace);
    expect(await house.over(turn)).toMatchObject({ state: "failed", reason: expect.stringMatching(reason) });
    expect(await house.ask("sessions.send", { session: session.id, prompt: "x", execute: true })).toMatchObject({
      status: 409,
      body: { code: "agentx.session_gone", fix: "postern agentx sessions create --agent demo --execute" },
    });
    expect(house.types()).toContain("session.gone");
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
  });

  it("does not answer in time is stopped", async () => {
    const house = await faulty("silent", { startTimeout: 500, grace: 300 });
    const gone = await house.until(await house.create(), { status: "gone" });
    expect(gone.reason).toMatch(/did not answer initialize within 0.5 seconds/);
  });

  it("prints a secret as it exits has it redacted in events, reasons and logs", async () => {
    vi.stubEnv("MODEL_KEY", "model-key-in-the-clear");
    const house = await openHouse({ agents: { demo: { ...bad("early"), env: ["MODEL_KEY"] } } });
    const { reason } = await house.until(await house.create(), { status: "gone" });
    expect(reason).toContain("cannot reach the model with [secret]");
    const told = JSON.stringify([reason, house.events, house.logged]);
    for (const secret of ["model-key-in-the-clear", "abcdefghijklmnop1234", "\\u001b"])
      expect(told).not.toContain(secret);
    expect(house.logged.some(({ message }) => message.includes("Output of a coding agent"))).toBe(true);
    vi.unstubAllEnvs();
  });

  it("has no program, or whose folder was deleted, fails with a reason", async () => {
    const house = await openHouse({ agents: { demo: { command: "no-such-agent" }, local: { command: "./agent" } } });
    expect((await house.post("agents.list", { fields: "name,found" })).agents).toEqual([
      { name: "demo", found: false },
      { name: "local", found: false },
    ]);
    const { reason } = await house.until(await house.create(), { status: "gone" });
    expect(reason).toMatch(/program of the agent "demo" was not found/);

    const folder = newFolder();
    const other = await openHouse({ workspace: folder });
    const id = await other.create({ prompt: "say x" });
    await other.until(id, { status: "idle" });
    await other.stop();
    rmSync(folder, { recursive: true });
    const next = await openHouse({ workspace: folder, storage: other.storage });
    const turn = await next.send(id, "say y");
    expect(await next.over(turn)).toMatchObject({ state: "failed", reason: expect.stringContaining("folder") });
  });

  it("writes garbage, unknown messages and unexpected responses can still complete its turns", async () => {
    const house = await faulty("garbage");
    const noise = vi.spyOn(console, "error").mockImplementation(() => {});
    const id = await house.create();
    for (const prompt of ["one", "two"]) {
      expect(await house.over(await house.send(id, prompt))).toMatchObject({ state: "done", stopReason: "end_turn" });
    }
    expect(await house.said(id)).toEqual(["user: one", "agent: still here", "user: two", "agent: still here"]);
    expect(noise).not.toHaveBeenCalled();
    noise.mockRestore();
  });

  it("calls unsupported methods receives errors", async () => {
    const house = await faulty("asks");
    const id = await house.create();
    expect(await house.over(await house.send(id, "x"))).toMatchObject({ state: "done" });
    expect((await house.said(id))[1]).toBe(
      'agent: fs/read_text_file: -32601\nterminal/create: -32601\npostern/secret: -32601\nsession/request_permission: {"outcome":"cancelled"}\n',
    );
  });

  it("opens many permission requests has 20 recorded and the rest cancelled", async () => {
    const house = await faulty("pesters", { grace: 500 });
    const id = await house.create({ prompt: "x" });
    await until(async () => expect((await house.show(id)).requests).toHaveLength(20));
    await house.post("sessions.cancel", { session: id });
    await house.until(id, { status: "idle", requests: [] });
  });

  it("exits during a turn fails its running and waiting turns, and is started again by the next", async () => {
    const house = await openHouse();
    const { session, turn } = await house.post("sessions.create", {
      agent: "demo",
      prompt: "say before\nwait 200\ndie 7",
      execute: true,
    });
    const waiting = await house.send(session.id, "say later");
    expect(await house.over(turn)).toMatchObject({
      state: "failed",
      reason: "The agent exited with code 7: demo: it was told to die with 7",
    });
    expect(await house.over(waiting)).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("had not started"),
    });
    expect(await house.until(session.id, { status: "gone" })).toMatchObject({ resumable: true, live: false });
    expect(await house.over(await house.send(session.id, "say after"))).toMatchObject({ state: "done" });
    expect((await house.said(session.id)).at(-1)).toBe("agent: after");
    expect(await house.show(session.id)).not.toHaveProperty("reason");
  });

  it("exits while a permission request is open makes the request expire", async () => {
    const house = await openHouse();
    const id = await house.create({ prompt: "edit a.txt x" });
    const { requests } = await house.until(id, { status: "waiting" });
    const keys = (await house.storage.getKeys("", {})) as string[];
    const records = await Promise.all(keys.map((key) => house.storage.getItem(key, {})));
    const pid = records
      .map((record) => /"pid":(\d+)/.exec(String(record))?.[1])
      .find((found) => found !== undefined && Number(found) !== process.pid);
    process.kill(Number(pid), "SIGKILL");
    expect(await house.until(id, { status: "gone", requests: [] })).toMatchObject({
      reason: "The agent was terminated by SIGKILL",
    });
    const answer = await house.ask("sessions.answer", { session: id, request: requests[0]?.id, option: "allow" });
    expect(answer).toMatchObject({ status: 409, body: { code: "agentx.request_closed", state: "expired" } });
  });

  it("answers with an error fails that turn and runs the next", async () => {
    const house = await openHouse();
    const id = await house.create();
    expect(await house.over(await house.send(id, "fail no such model"))).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("no such model"),
    });
    expect(await house.over(await house.send(id, "say on"))).toMatchObject({ state: "done" });
  });

  it("streams ten thousand pieces causes few commits and loses none", async () => {
    const house = await openHouse();
    const id = await house.create();
    await house.until(id, { status: "idle" });
    const before = house.events.length;
    expect(await house.over(await house.send(id, "flood 10000"))).toMatchObject({ state: "done" });
    const messages = (await house.messages(id)).filter(({ kind }) => kind === "agent");
    expect(messages.map(({ text }) => text).join("")).toBe(
      Array.from({ length: 10_000 }, (_, n) => `${n + 1} `).join(""),
    );
    expect(messages.length).toBeLessThan(4);
    expect(house.events.length - before).toBeLessThan(400);
  });

  it("makes three thousand tool calls has two thousand stored and the rest counted", async () => {
    const house = await faulty("chatters");
    const id = await house.create();
    expect(await house.over(await house.send(id, "x"))).toMatchObject({ state: "done", left: 1_000 });
    const page = await house.post("sessions.messages", { session: id, limit: "1", offset: "2000" });
    expect(page).toMatchObject({ total: 2_001, messages: [{ tool: { title: "Tool 1999" } }] });
  });

  it("sends a very long text has it split into messages without splitting a character", async () => {
    const house = await faulty("long");
    const id = await house.create();
    await house.over(await house.send(id, "x"));
    const messages = (await house.messages(id)).filter(({ kind }) => kind === "agent");
    expect(messages.map(({ text }) => text).join("")).toBe("🙂".repeat(50_000));
    expect(messages.length).toBe(4);
    for (const { text = "" } of messages) expect(text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  });

  it("updates a tool call endlessly has its content limited, but its final status stored", async () => {
    const house = await faulty("verbose");
    const id = await house.create();
    expect(await house.over(await house.send(id, "x"))).toMatchObject({ state: "done", left: 1 });
    const [, look, read, ...more] = await house.messages(id);
    expect(more).toEqual([]);
    expect(look?.tool?.content?.[0]).toEqual({ type: "text", text: "x".repeat(8_000), cut: true });
    for (const one of [look, read]) expect(one?.tool).toMatchObject({ status: "completed", left: 4 });
    const told = house.events.map(({ data }) => JSON.stringify(data));
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(20_000);
  });

  it("gives no stop reason counts as having ended the turn normally", async () => {
    const house = await faulty("wordless");
    const id = await house.create();
    expect(await house.over(await house.send(id, "x"))).toMatchObject({ state: "done", stopReason: "end_turn" });
  });

  it("ignores signals is killed with its children when the gateway stops", async () => {
    const file = join(newFolder(), "pids");
    const house = await openHouse({ agents: { demo: bad("stubborn", file) }, grace: 200 });
    await house.until(await house.create(), { status: "idle" });
    const pids = JSON.parse(readFileSync(file, "utf8")) as number[];
    expect(pids.map(isThere)).toEqual([true, true]);
    await house.stop();
    await until(() => expect(pids.map(isThere)).toEqual([false, false]));
  });
});

describe("a gateway that stops", () => {
  it("fails the running turn, and the next gateway continues with the waiting ones", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await openHouse({ storage, workspace });
    const id = await first.create({ prompt: "say one" });
    await first.until(id, { status: "idle" });
    const cut = await first.send(id, "say two\nhang");
    await until(async () => expect(await first.said(id)).toContain("agent: two"));
    const waiting = await first.send(id, "say three");
    await first.stop();

    const second = await openHouse({ storage, workspace });
    expect(await second.over(cut)).toMatchObject({ state: "failed", reason: "The gateway stopped" });
    expect(await second.over(waiting)).toMatchObject({ state: "done" });
    expect((await second.said(id)).filter((line) => line.startsWith("agent"))).toEqual([
      "agent: one",
      "agent: two",
      "agent: three",
    ]);
  });

  it("leaves a session gone with a reason if its agent cannot resume", async () => {
    const storage = memory();
    const workspace = newFolder();
    const agents = { demo: demo("--without", "load") };
    const first = await openHouse({ storage, workspace, agents });
    const id = await first.create({ prompt: "say one" });
    await first.until(id, { status: "idle", resumable: false });
    await first.stop();
    const second = await openHouse({ storage, workspace, agents });
    expect(await second.show(id)).toMatchObject({ status: "gone", reason: "The gateway stopped", live: false });
    expect((await second.ask("sessions.send", { session: id, prompt: "x" })).body.code).toBe("agentx.session_gone");
  });

  it("makes open permission requests expire", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await openHouse({ storage, workspace });
    const id = await first.create({ prompt: "edit a.txt x" });
    const { requests } = await first.until(id, { status: "waiting" });
    await first.stop();
    const second = await openHouse({ storage, workspace });
    expect(await second.show(id)).toMatchObject({ status: "idle", live: false, requests: [] });
    const answer = { session: id, request: requests[0]?.id, option: "allow" };
    expect((await second.ask("sessions.answer", answer)).body).toMatchObject({
      code: "agentx.request_closed",
      state: "expired",
    });
  });

  it("resumes sessions without loading if the agent supports it", async () => {
    const storage = memory();
    const workspace = newFolder();
    const agents = { demo: demo("--without", "load", "--with", "resume") };
    const first = await openHouse({ storage, workspace, agents });
    const id = await first.create({ prompt: "say one" });
    await first.until(id, { status: "idle", resumable: true });
    await first.stop();
    const second = await openHouse({ storage, workspace, agents });
    expect(await second.over(await second.send(id, "say two"))).toMatchObject({ state: "done" });
  });

  it("leaves operations that need an agent refused until a gateway runs again", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await openHouse({ storage, workspace });
    const id = await first.create();
    await first.until(id, { status: "idle" });
    await first.stop();
    const desk = await openHouse({ storage, workspace, background: false });
    for (const [operation, body] of [
      ["create", { agent: "demo" }],
      ["send", { session: id, prompt: "x" }],
    ] as const)
      expect(await desk.ask(`sessions.${operation}`, { ...body, execute: true })).toMatchObject({
        status: 409,
        body: { code: "agentx.no_runner", fix: "postern serve" },
      });
    expect(await desk.post("sessions.rename", { session: id, title: "x" })).toMatchObject({ changed: true });
    expect(await desk.post("sessions.archive", { session: id })).toMatchObject({ changed: true, pending: true });
    expect(await desk.post("sessions.unarchive", { session: id })).toMatchObject({ changed: true });
  });
});

describe("stopping an agent", () => {
  it("cancels running and waiting turns, and the next turn starts the agent again", async () => {
    const house = await openHouse();
    const { session, turn } = await house.post("sessions.create", { agent: "demo", prompt: "hang", execute: true });
    const { id } = session;
    await house.until(id, { status: "running" });
    const waiting = await house.send(id, "say never");
    expect(await house.post("sessions.stop", { session: id })).toMatchObject({ changed: true, status: "running" });
    for (const one of [turn, waiting]) expect(await house.over(one)).toMatchObject({ state: "cancelled" });
    await house.until(id, { status: "idle", live: false, waiting: 0 });
    expect(await house.post("sessions.stop", { session: id })).toMatchObject({ changed: false });
    expect(await house.over(await house.send(id, "say back"))).toMatchObject({ state: "done" });
    expect(await house.said(id)).not.toContain("agent: never");
  });

  it("works while the agent waits for a slot or does not answer", async () => {
    const house = await openHouse({ processes: 1, agents: { demo: bad("silent") }, startTimeout: 600_000, grace: 300 });
    const [silent, waiting] = [await house.create(), await house.create()];
    await until(async () => {
      const shown = await Promise.all([silent, waiting].map(house.show));
      expect(shown.map(({ live }) => live).toSorted()).toEqual([false, true]);
      expect(shown.some(({ reason }) => reason?.includes("another agent"))).toBe(true);
    });
    for (const id of [waiting, silent]) await house.post("sessions.stop", { session: id });
    for (const id of [waiting, silent])
      await house.until(id, { status: "gone", reason: "The session was stopped", live: false });
  });

  it("leaves the session gone if the agent cannot resume", async () => {
    const house = await openHouse({ agents: { demo: demo("--without", "load") } });
    const id = await house.create();
    await house.until(id, { status: "idle" });
    await house.post("sessions.stop", { session: id });
    await house.until(id, { status: "gone", reason: "The session was stopped", live: false });
  });
});

describe("running agents", () => {
  it("are limited in number: an idle one is stopped for another, and further ones wait", async () => {
    const house = await openHouse({ processes: 1 });
    const first = await house.create({ prompt: "say one" });
    await house.until(first, { status: "idle" });
    const second = await house.create({ prompt: "hang" });
    await house.until(second, { status: "running" });
    expect(await house.show(first)).toMatchObject({ status: "idle", live: false });
    const turn = await house.send(first, "say two");
    await house.until(first, { status: "starting", reason: expect.stringContaining("another agent") });
    await house.post("sessions.cancel", { session: second });
    expect(await house.over(turn)).toMatchObject({ state: "done" });
    expect(await house.show(second)).toMatchObject({ live: false });
  });

  it("are stopped when idle, and started again by the next turn", async () => {
    const house = await openHouse({ idle: 1_000 });
    const id = await house.create({ prompt: "say one" });
    await house.until(id, { status: "idle", live: false });
    expect(await house.over(await house.send(id, "say two"))).toMatchObject({ state: "done" });
  });
});
