import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import memory from "@postern/storage-memory";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { bad, demo, isThere, newFolder, openFixture } from "./fixture.ts";

const faulty = (fault: string, config = {}) =>
  openFixture({ agents: { demo: bad(fault) }, startTimeout: 20_000, ...config });

describe("an agent that", () => {
  it.each([
    ["exits immediately", "early", /exited with code 3/],
    ["uses another protocol version", "version", /uses protocol version 99, but Postern supports only version 1/],
    ["requires a login", "login", /requires a login/],
    ["creates a session without an id", "nameless", /without a valid id/],
    ["writes 100 MiB without an end of line", "endless", /a line of more than 4194304 bytes/],
    ["writes log output instead of the protocol", "noise", /not the Agent Client Protocol/],
  ])("%s leaves the session gone with a reason", async (_, fault, reason) => {
    const fixture = await faulty(fault);
    const { session, turn } = await fixture.post("sessions.create", { agent: "demo", prompt: "x", execute: true });
    const gone = await fixture.until(session.id, { status: "gone", live: false, resumable: false, waiting: 0 });
    expect(gone.reason).toMatch(reason);
    expect(gone.reason).not.toContain(fixture.workspace);
    expect(await fixture.over(turn)).toMatchObject({ state: "failed", reason: expect.stringMatching(reason) });
    expect(await fixture.ask("sessions.send", { session: session.id, prompt: "x", execute: true })).toMatchObject({
      status: 409,
      body: { code: "agentx.session_gone", fix: "postern agentx sessions create --agent demo --execute" },
    });
    expect(fixture.types()).toContain("session.gone");
  });

  it("does not answer in time is stopped", async () => {
    const fixture = await faulty("silent", { startTimeout: 500, grace: 300 });
    const gone = await fixture.until(await fixture.create(), { status: "gone" });
    expect(gone.reason).toMatch(/did not answer initialize within 0.5 seconds/);
  });

  it("prints a secret as it exits has it redacted in events, reasons and logs", async () => {
    vi.stubEnv("MODEL_KEY", "model-key-in-the-clear");
    const fixture = await openFixture({ agents: { demo: { ...bad("early"), env: ["MODEL_KEY"] } } });
    const { reason } = await fixture.until(await fixture.create(), { status: "gone" });
    expect(reason).toContain("cannot reach the model with [secret]");
    const shown = JSON.stringify([reason, fixture.events, fixture.logged]);
    for (const secret of ["model-key-in-the-clear", "abcdefghijklmnop1234", "\\u001b"])
      expect(shown).not.toContain(secret);
    expect(fixture.logged.some(({ message }) => message.includes("Output of a coding agent"))).toBe(true);
    vi.unstubAllEnvs();
  });

  it("has no program, or whose folder was deleted, fails with a reason", async () => {
    const fixture = await openFixture({
      agents: { demo: { command: "no-such-agent" }, local: { command: "./agent" } },
    });
    expect((await fixture.post("agents.list", { fields: "name,found" })).agents).toEqual([
      { name: "demo", found: false },
      { name: "local", found: false },
    ]);
    const { reason } = await fixture.until(await fixture.create(), { status: "gone" });
    expect(reason).toMatch(/program of the agent "demo" was not found/);

    const folder = newFolder();
    const other = await openFixture({ workspace: folder });
    const id = await other.create({ prompt: "say x" });
    await other.until(id, { status: "idle" });
    await other.stop();
    rmSync(folder, { recursive: true });
    const next = await openFixture({ workspace: folder, storage: other.storage });
    const turn = await next.send(id, "say y");
    expect(await next.over(turn)).toMatchObject({ state: "failed", reason: expect.stringContaining("folder") });
  });

  it("writes garbage, unknown messages and unexpected responses can still complete its turns", async () => {
    const fixture = await faulty("garbage");
    const noise = vi.spyOn(console, "error").mockImplementation(() => {});
    const id = await fixture.create();
    for (const prompt of ["one", "two"]) {
      expect(await fixture.over(await fixture.send(id, prompt))).toMatchObject({
        state: "done",
        stopReason: "end_turn",
      });
    }
    expect(await fixture.said(id)).toEqual(["user: one", "agent: still here", "user: two", "agent: still here"]);
    expect(noise).not.toHaveBeenCalled();
    noise.mockRestore();
  });

  it("calls unsupported methods receives errors", async () => {
    const fixture = await faulty("asks");
    const id = await fixture.create();
    expect(await fixture.over(await fixture.send(id, "x"))).toMatchObject({ state: "done" });
    expect((await fixture.said(id))[1]).toBe(
      'agent: fs/read_text_file: -32601\nterminal/create: -32601\npostern/secret: -32601\nsession/request_permission: {"outcome":"cancelled"}\n',
    );
  });

  it("opens many permission requests has 20 recorded and the rest cancelled", async () => {
    const fixture = await faulty("pesters", { grace: 500 });
    const id = await fixture.create({ prompt: "x" });
    await until(async () => expect((await fixture.show(id)).requests).toHaveLength(20));
    await fixture.post("sessions.cancel", { session: id });
    await fixture.until(id, { status: "idle", requests: [] });
  });

  it("exits during a turn fails its running and waiting turns, and is started again by the next", async () => {
    const fixture = await openFixture();
    const { session, turn } = await fixture.post("sessions.create", {
      agent: "demo",
      prompt: "say before\nwait 200\ndie 7",
      execute: true,
    });
    const waiting = await fixture.send(session.id, "say later");
    expect(await fixture.over(turn)).toMatchObject({
      state: "failed",
      reason: "The agent exited with code 7: demo: it was told to die with 7",
    });
    expect(await fixture.over(waiting)).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("had not started"),
    });
    expect(await fixture.until(session.id, { status: "gone" })).toMatchObject({ resumable: true, live: false });
    expect(await fixture.over(await fixture.send(session.id, "say after"))).toMatchObject({ state: "done" });
    expect((await fixture.said(session.id)).at(-1)).toBe("agent: after");
    expect(await fixture.show(session.id)).not.toHaveProperty("reason");
  });

  it("exits while a permission request is open makes the request expire", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "edit a.txt x" });
    const { requests } = await fixture.until(id, { status: "waiting" });
    const keys = (await fixture.storage.getKeys("", {})) as string[];
    const records = await Promise.all(keys.map((key) => fixture.storage.getItem(key, {})));
    const pid = records
      .map((record) => /"pid":(\d+)/.exec(String(record))?.[1])
      .find((found) => found !== undefined && Number(found) !== process.pid);
    process.kill(Number(pid), "SIGKILL");
    expect(await fixture.until(id, { status: "gone", requests: [] })).toMatchObject({
      reason: "The agent was terminated by SIGKILL",
    });
    const answer = await fixture.ask("sessions.answer", { session: id, request: requests[0]?.id, option: "allow" });
    expect(answer).toMatchObject({ status: 409, body: { code: "agentx.request_closed", state: "expired" } });
  });

  it("answers with an error fails that turn and runs the next", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    expect(await fixture.over(await fixture.send(id, "fail no such model"))).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("no such model"),
    });
    expect(await fixture.over(await fixture.send(id, "say on"))).toMatchObject({ state: "done" });
  });

  it("streams ten thousand pieces causes few commits and loses none", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    const before = fixture.events.length;
    expect(await fixture.over(await fixture.send(id, "flood 10000"))).toMatchObject({ state: "done" });
    const messages = (await fixture.messages(id)).filter(({ kind }) => kind === "agent");
    expect(messages.map(({ text }) => text).join("")).toBe(
      Array.from({ length: 10_000 }, (_, n) => `${n + 1} `).join(""),
    );
    expect(messages.length).toBeLessThan(4);
    expect(fixture.events.length - before).toBeLessThan(400);
  });

  it("makes three thousand tool calls has two thousand stored and the rest counted", async () => {
    const fixture = await faulty("chatters");
    const id = await fixture.create();
    expect(await fixture.over(await fixture.send(id, "x"))).toMatchObject({ state: "done", left: 1_000 });
    const page = await fixture.post("sessions.messages", { session: id, limit: "1", offset: "2000" });
    expect(page).toMatchObject({ total: 2_001, messages: [{ tool: { title: "Tool 1999" } }] });
  });

  it("sends a very long text has it split into messages without splitting a character", async () => {
    const fixture = await faulty("long");
    const id = await fixture.create();
    await fixture.over(await fixture.send(id, "x"));
    const messages = (await fixture.messages(id)).filter(({ kind }) => kind === "agent");
    expect(messages.map(({ text }) => text).join("")).toBe("🙂".repeat(50_000));
    expect(messages.length).toBe(4);
    for (const { text = "" } of messages) expect(text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  });

  it("updates a tool call endlessly has its content limited, but its final status stored", async () => {
    const fixture = await faulty("verbose");
    const id = await fixture.create();
    expect(await fixture.over(await fixture.send(id, "x"))).toMatchObject({ state: "done", left: 1 });
    const [, look, read, ...more] = await fixture.messages(id);
    expect(more).toEqual([]);
    expect(look?.tool?.content?.[0]).toEqual({ type: "text", text: "x".repeat(8_000), cut: true });
    for (const one of [look, read]) expect(one?.tool).toMatchObject({ status: "completed", left: 4 });
    const texts = fixture.events.map(({ data }) => JSON.stringify(data));
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(20_000);
  });

  it("gives no stop reason counts as having ended the turn normally", async () => {
    const fixture = await faulty("wordless");
    const id = await fixture.create();
    expect(await fixture.over(await fixture.send(id, "x"))).toMatchObject({ state: "done", stopReason: "end_turn" });
  });

  it("ignores signals is killed with its children when the gateway stops", async () => {
    const file = join(newFolder(), "pids");
    const fixture = await openFixture({ agents: { demo: bad("stubborn", file) }, grace: 200 });
    await fixture.until(await fixture.create(), { status: "idle" });
    const pids = JSON.parse(readFileSync(file, "utf8")) as number[];
    expect(pids.map(isThere)).toEqual([true, true]);
    await fixture.stop();
    await until(() => expect(pids.map(isThere)).toEqual([false, false]));
  });
});

describe("a gateway that stops", () => {
  it("fails the running turn, and the next gateway continues with the waiting ones", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await openFixture({ storage, workspace });
    const id = await first.create({ prompt: "say one" });
    await first.until(id, { status: "idle" });
    const cut = await first.send(id, "say two\nhang");
    await until(async () => expect(await first.said(id)).toContain("agent: two"));
    const waiting = await first.send(id, "say three");
    await first.stop();

    const second = await openFixture({ storage, workspace });
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
    const first = await openFixture({ storage, workspace, agents });
    const id = await first.create({ prompt: "say one" });
    await first.until(id, { status: "idle", resumable: false });
    await first.stop();
    const second = await openFixture({ storage, workspace, agents });
    expect(await second.show(id)).toMatchObject({ status: "gone", reason: "The gateway stopped", live: false });
    expect((await second.ask("sessions.send", { session: id, prompt: "x" })).body.code).toBe("agentx.session_gone");
  });

  it("makes open permission requests expire", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await openFixture({ storage, workspace });
    const id = await first.create({ prompt: "edit a.txt x" });
    const { requests } = await first.until(id, { status: "waiting" });
    await first.stop();
    const second = await openFixture({ storage, workspace });
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
    const first = await openFixture({ storage, workspace, agents });
    const id = await first.create({ prompt: "say one" });
    await first.until(id, { status: "idle", resumable: true });
    await first.stop();
    const second = await openFixture({ storage, workspace, agents });
    expect(await second.over(await second.send(id, "say two"))).toMatchObject({ state: "done" });
  });

  it("leaves operations that need an agent refused until a gateway runs again", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await openFixture({ storage, workspace });
    const id = await first.create();
    await first.until(id, { status: "idle" });
    await first.stop();
    const desk = await openFixture({ storage, workspace, background: false });
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
    const fixture = await openFixture();
    const { session, turn } = await fixture.post("sessions.create", { agent: "demo", prompt: "hang", execute: true });
    const { id } = session;
    await fixture.until(id, { status: "running" });
    const waiting = await fixture.send(id, "say never");
    expect(await fixture.post("sessions.stop", { session: id })).toMatchObject({ changed: true, status: "running" });
    for (const one of [turn, waiting]) expect(await fixture.over(one)).toMatchObject({ state: "cancelled" });
    await fixture.until(id, { status: "idle", live: false, waiting: 0 });
    expect(await fixture.post("sessions.stop", { session: id })).toMatchObject({ changed: false });
    expect(await fixture.over(await fixture.send(id, "say back"))).toMatchObject({ state: "done" });
    expect(await fixture.said(id)).not.toContain("agent: never");
  });

  it("works while the agent waits for a slot or does not answer", async () => {
    const fixture = await openFixture({
      processes: 1,
      agents: { demo: bad("silent") },
      startTimeout: 600_000,
      grace: 300,
    });
    const [silent, waiting] = [await fixture.create(), await fixture.create()];
    await until(async () => {
      const shown = await Promise.all([silent, waiting].map(fixture.show));
      expect(shown.map(({ live }) => live).toSorted()).toEqual([false, true]);
      expect(shown.some(({ reason }) => reason?.includes("another agent"))).toBe(true);
    });
    for (const id of [waiting, silent]) await fixture.post("sessions.stop", { session: id });
    for (const id of [waiting, silent])
      await fixture.until(id, { status: "gone", reason: "The session was stopped", live: false });
  });

  it("leaves the session gone if the agent cannot resume", async () => {
    const fixture = await openFixture({ agents: { demo: demo("--without", "load") } });
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    await fixture.post("sessions.stop", { session: id });
    await fixture.until(id, { status: "gone", reason: "The session was stopped", live: false });
  });
});

describe("running agents", () => {
  it("are limited in number: an idle one is stopped for another, and further ones wait", async () => {
    const fixture = await openFixture({ processes: 1 });
    const first = await fixture.create({ prompt: "say one" });
    await fixture.until(first, { status: "idle" });
    const second = await fixture.create({ prompt: "hang" });
    await fixture.until(second, { status: "running" });
    expect(await fixture.show(first)).toMatchObject({ status: "idle", live: false });
    const turn = await fixture.send(first, "say two");
    await fixture.until(first, { status: "starting", reason: expect.stringContaining("another agent") });
    await fixture.post("sessions.cancel", { session: second });
    expect(await fixture.over(turn)).toMatchObject({ state: "done" });
    expect(await fixture.show(second)).toMatchObject({ live: false });
  });

  it("are stopped when idle, and started again by the next turn", async () => {
    const fixture = await openFixture({ idle: 1_000 });
    const id = await fixture.create({ prompt: "say one" });
    await fixture.until(id, { status: "idle", live: false });
    expect(await fixture.over(await fixture.send(id, "say two"))).toMatchObject({ state: "done" });
  });
});
