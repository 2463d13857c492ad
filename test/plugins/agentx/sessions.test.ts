import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { bad, demo, newFolder, openFixture } from "./fixture.ts";

const PROMPT = "think hm\nsay Hello there.\ntool Run the tests\nplan look; change\nsay Done.";

describe("a session", () => {
  it("starts, and stores the output of its agent in order", async () => {
    const fixture = await openFixture();
    const { session, turn } = await fixture.post("sessions.create", { agent: "demo", prompt: PROMPT, execute: true });
    expect(session).toMatchObject({ agent: "demo", cwd: ".", status: "starting", live: false, waiting: 1 });
    expect(session.id).toMatch(/^agentx-[0-9a-f]{24}$/);
    expect(await fixture.over(turn)).toMatchObject({ state: "done", stopReason: "end_turn" });
    expect(await fixture.show(session.id)).toMatchObject({ status: "idle", live: true, resumable: true, waiting: 0 });
    expect(await fixture.said(session.id)).toEqual([
      `user: ${PROMPT}`,
      "thought: hm",
      "agent: Hello there.",
      "tool: Run the tests completed",
      "plan: undefined undefined",
      "agent: Done.",
    ]);
    const messages = await fixture.messages(session.id);
    expect(messages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(messages[3]?.tool?.content).toEqual([{ type: "text", text: "done" }]);
    expect(messages[4]?.plan?.map(({ status }) => status)).toEqual(["completed", "completed"]);
    const after = await fixture.post("sessions.messages", { session: session.id, after: "4", fields: "number" });
    expect(after.messages).toEqual([{ number: 5 }, { number: 6 }]);
  });

  it("has no messages after the highest possible number", async () => {
    const fixture = await openFixture();
    const session = await fixture.create();
    const after = String(Number.MAX_SAFE_INTEGER - 1);
    expect((await fixture.post("sessions.messages", { session, after })).messages).toEqual([]);
    const beyond = await fixture.ask("sessions.messages", { session, after: String(Number.MAX_SAFE_INTEGER) });
    expect(beyond.status).toBe(400);
  });

  it("emits each event once, and appended pieces add up to the full text", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "say one two three\nwait 400\nsay four" });
    await fixture.until(id, { status: "idle" });
    const types = fixture.types();
    for (const once of ["session.created", "turn.added", "turn.started", "turn.finished"])
      expect(types.filter((type) => type === once)).toHaveLength(1);
    expect(types.indexOf("turn.started")).toBeLessThan(types.indexOf("message.added"));
    expect(types.lastIndexOf("message.appended")).toBeLessThan(types.indexOf("turn.finished"));
    expect(fixture.events.every(({ subject }) => subject === id)).toBe(true);
    let text = "";
    for (const { type, data } of fixture.events) {
      type Said = { message?: { kind: string; text: string }; from: number; text: string };
      const { message, from, text: piece } = data as Said;
      if (type === "agentx.message.added" && message?.kind === "agent") text = message.text;
      if (type !== "agentx.message.appended") continue;
      expect(from).toBe(text.length);
      text += piece;
    }
    expect(text).toBe("one two three four".replace("three four", "threefour"));
  });

  it("is created only with execute, and its plan holds no prompt and no absolute path", async () => {
    const fixture = await openFixture();
    mkdirSync(join(fixture.workspace, "web"));
    const { status, body } = await fixture.ask("sessions.create", {
      agent: "demo",
      cwd: "web",
      prompt: "say secret-word",
    });
    expect({ status, ...body }).toMatchObject({ status: 200, dryRun: true, plan: { agent: "demo", cwd: "web" } });
    expect(JSON.stringify(body)).not.toMatch(/secret-word|postern-agentx/);
    expect((await fixture.post("sessions.list")).total).toBe(0);
    const id = await fixture.create();
    const send = await fixture.post("sessions.send", { session: id, prompt: "say secret-word" });
    expect(send.dryRun).toBe(true);
    expect(JSON.stringify(send)).not.toContain("secret-word");
    expect((await fixture.post("turns.list", { session: id })).total).toBe(0);
  });

  it("works only in folders inside a workspace", async () => {
    const further = newFolder();
    const outside = newFolder();
    const fixture = await openFixture({ workspaces: { lab: further } });
    for (const folder of [join(fixture.workspace, "a b"), join(further, "x")]) mkdirSync(folder);
    writeFileSync(join(fixture.workspace, "file"), "");
    symlinkSync(outside, join(fixture.workspace, "out"));
    const made = async (cwd: string) => (await fixture.show(await fixture.create({ cwd }))).cwd;
    expect(await made("a b")).toBe("a b");
    expect(await made("./a b/..")).toBe(".");
    expect(await made(join(realpathSync(fixture.workspace), "a b"))).toBe("a b");
    expect(await made("lab:x")).toBe("lab:x");
    expect(await made("lab:")).toBe("lab:.");
    for (const cwd of [
      "nowhere",
      "file",
      "out",
      "..",
      "/",
      outside,
      "lab:..",
      "other:x",
      "constructor:x",
      "a\0b",
      "lab:../../etc",
    ]) {
      const { status, body } = await fixture.ask("sessions.create", { agent: "demo", cwd, execute: true });
      expect({ cwd, status, path: body.issues?.[0]?.path }).toEqual({ cwd, status: 400, path: "/cwd" });
      expect(body.detail).toMatch(/workspace/);
      expect(body.detail).not.toContain("postern-agentx");
    }
  });

  it("answers 404 with the configured agents if its agent is not one of them", async () => {
    const fixture = await openFixture({ agents: { demo: demo(), other: bad("none") } });
    for (const agent of ["nobody", "__proto__x", "toString"])
      expect(await fixture.ask("sessions.create", { agent })).toMatchObject({
        status: 404,
        body: { code: "agentx.agent_not_found", agents: ["demo", "other"] },
      });
  });

  it("runs one turn at a time, in order, and waiting turns can be cancelled", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "wait 300\nsay first" });
    const second = await fixture.send(id, "say second");
    const third = await fixture.send(id, "say third");
    const fourth = await fixture.send(id, "say fourth");
    const cancelled = await fixture.post("sessions.cancel", { session: id, turn: third.id });
    expect(cancelled).toMatchObject({ changed: true, turn: { state: "cancelled" } });
    expect((await fixture.post("sessions.cancel", { session: id, turn: third.id })).changed).toBe(false);
    expect(await fixture.over(fourth)).toMatchObject({ state: "done" });
    expect(await fixture.over(second)).toMatchObject({ state: "done" });
    expect((await fixture.said(id)).filter((line) => line.startsWith("agent"))).toEqual([
      "agent: first",
      "agent: second",
      "agent: fourth",
    ]);
    const states = (await fixture.post("turns.list", { session: id, fields: "state" })).turns;
    expect(states.map(({ state }: { state: string }) => state)).toEqual(["done", "done", "cancelled", "done"]);
    expect((await fixture.post("turns.list", { session: id, state: "cancelled" })).total).toBe(1);
  });

  it("runs the turns of twenty concurrent callers once each", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    const turns = await Promise.all(Array.from({ length: 20 }, (_, n) => fixture.send(id, `say ${n}.`)));
    for (const turn of turns) expect((await fixture.over(turn)).state).toBe("done");
    const said = (await fixture.said(id)).filter((line) => line.startsWith("agent"));
    expect(said.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `agent: ${n}.`).toSorted());
    expect(await fixture.until(id, { waiting: 0 })).toMatchObject({ status: "idle" });
  });

  it.each([
    ["/prompt", "send", { prompt: "" }],
    ["/prompt", "send", { prompt: " \n" }],
    ["/prompt", "send", { prompt: "x".repeat(100_001) }],
    ["/session", "send", { session: "", prompt: "x" }],
    ["/after", "messages", { after: "-1" }],
    ["/after", "messages", { after: 1.5 }],
    ["/status", "list", { session: undefined, status: "asleep" }],
    ["/title", "create", { session: undefined, agent: "demo", title: "\t" }],
    ["/cwd", "create", { session: undefined, agent: "demo", cwd: "" }],
  ])("rejects an invalid %s of %s", async (path, operation, wrong) => {
    const fixture = await openFixture({ background: false });
    const { status, body } = await fixture.ask(`sessions.${operation}`, { session: "agentx-0", ...wrong });
    const paths = body.issues?.map((issue: { path: string }) => issue.path);
    expect({ status, paths }).toMatchObject({ status: 400, paths: expect.arrayContaining([path]) });
  });

  it("accepts a prompt of 100,000 characters and stores a reply of the same length", async () => {
    const fixture = await openFixture();
    const prompt = `say ${"ä".repeat(99_996)}`;
    const id = await fixture.create({ prompt });
    await fixture.until(id, { status: "idle" });
    const [asked, ...said] = await fixture.messages(id);
    expect(asked?.text).toBe(prompt);
    expect(said.map(({ text }) => text).join("")).toBe(prompt.slice(4));
  });

  it("answers 409 when the maximum number of turns wait", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "hang" });
    await fixture.until(id, { status: "running" });
    await Promise.all(Array.from({ length: 100 }, () => fixture.send(id, "say x")));
    expect(await fixture.ask("sessions.send", { session: id, prompt: "x", execute: true })).toMatchObject({
      status: 409,
      body: { code: "agentx.queue_full", most: 100 },
    });
  });

  it("continues with the next turn after a turn was cancelled", async () => {
    const fixture = await openFixture();
    const { session, turn } = await fixture.post("sessions.create", {
      agent: "demo",
      prompt: "say a\nhang",
      execute: true,
    });
    await until(async () => expect(await fixture.said(session.id)).toContain("agent: a"));
    const answer = await fixture.post("sessions.cancel", { session: session.id });
    expect(answer).toMatchObject({ session: session.id, changed: true, turn: { id: turn.id, state: "running" } });
    expect(await fixture.over(turn)).toMatchObject({ state: "cancelled", stopReason: "cancelled" });
    expect(await fixture.post("sessions.cancel", { session: session.id })).toEqual({
      session: session.id,
      changed: false,
    });
    expect(await fixture.over(await fixture.send(session.id, "say b"))).toMatchObject({ state: "done" });
    expect((await fixture.show(session.id)).status).toBe("idle");
  });

  it("kills an agent that does not stop, reports it, and can be continued", async () => {
    const fixture = await openFixture({ grace: 300 });
    const { session, turn } = await fixture.post("sessions.create", { agent: "demo", prompt: "deaf", execute: true });
    await fixture.until(session.id, { status: "running" });
    await fixture.post("sessions.cancel", { session: session.id });
    expect(await fixture.over(turn)).toMatchObject({ state: "cancelled", reason: expect.stringContaining("0.3 s") });
    const gone = await fixture.until(session.id, { status: "gone", live: false });
    expect(gone).toMatchObject({ resumable: true, reason: expect.stringContaining("did not stop") });
    expect(await fixture.over(await fixture.send(session.id, "say back"))).toMatchObject({ state: "done" });
  });

  it("is found by its id with and without agentx-, and by the agent's own id", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    const { agentSession } = await fixture.until(id, { status: "idle" });
    expect(agentSession).toMatch(/^demo-/);
    for (const name of [id, id.replace("agentx-", ""), agentSession as string])
      expect((await fixture.show(name)).id).toBe(id);
    for (const name of ["agentx-", "agentx-0123456789abcdef01234567", "x", `agentx-${id}`])
      expect(await fixture.ask("sessions.show", { session: name })).toMatchObject({
        status: 404,
        body: { code: "agentx.session_not_found" },
      });
  });

  it("answers 409 with both candidates if two sessions have the same agent session id", async () => {
    const fixture = await openFixture({ agents: { demo: demo(), twin: bad("none") } });
    const [one, two] = [await fixture.create({ agent: "twin" }), await fixture.create({ agent: "twin" })];
    await fixture.until(one, { status: "idle" });
    await fixture.until(two, { status: "idle" });
    for (const [operation, more] of [
      ["show", {}],
      ["archive", {}],
      ["send", { prompt: "x" }],
      ["rename", { title: "x" }],
    ] as const) {
      const { status, body } = await fixture.ask(`sessions.${operation}`, { session: "s1", ...more });
      expect(status).toBe(409);
      expect(body.code).toBe("agentx.session_ambiguous");
      expect(body.candidates.toSorted()).toEqual([one, two].toSorted());
    }
    expect((await fixture.show(one)).id).toBe(one);
  });

  it("is found without the prefix if another agent uses its id as a session id", async () => {
    const file = join(newFolder(), "id");
    const fixture = await openFixture({ agents: { demo: demo(), thief: bad("named", file) } });
    const id = await fixture.create();
    writeFileSync(file, id);
    const thief = await fixture.create({ agent: "thief" });
    expect(await fixture.until(thief, { status: "idle" })).toMatchObject({ agentSession: id });
    const { status, body } = await fixture.ask("sessions.archive", { session: id });
    expect({ status, ...body }).toMatchObject({
      status: 409,
      code: "agentx.session_ambiguous",
      candidates: [id, thief],
      fix: `postern agentx sessions show --session ${id.replace("agentx-", "")}`,
    });
    expect((await fixture.show(id.replace("agentx-", ""))).id).toBe(id);
    expect((await fixture.show(thief)).id).toBe(thief);
  });

  it("is accessible to a key that is narrowed to it, and to no other narrowed key", async () => {
    const fixture = await openFixture();
    const [mine, other] = [await fixture.create(), await fixture.create()];
    const client = await fixture.client([`agentx:write@${mine}`, `agentx:read@${mine}`]);
    const name = mine.replace("agentx-", "");
    expect((await client.post("agentx.sessions.show", { session: name })).status).toBe(200);
    expect((await client.post("agentx.sessions.rename", { session: mine, title: "x" })).status).toBe(200);
    for (const operation of ["show", "messages", "archive", "cancel"])
      expect((await client.post(`agentx.sessions.${operation}`, { session: other })).status).toBe(403);
    expect((await client.post("agentx.sessions.create", { agent: "demo" })).status).toBe(403);
    const turns = [await fixture.send(mine, "say one."), await fixture.send(other, "say two.")];
    const statuses = turns.map(async ({ id }) => (await client.post("agentx.turns.show", { id })).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
  });

  it("shows one of its turns", async () => {
    const fixture = await openFixture();
    const turn = await fixture.over(await fixture.send(await fixture.create(), "say one."));
    expect(await fixture.post("turns.show", { id: turn.id })).toEqual({ turn });
    const unknown = await fixture.ask("turns.show", { id: "turn_0" });
    expect(unknown).toMatchObject({ status: 404, body: { code: "agentx.turn_not_found" } });
  });

  it("passes standard and configured variables to its agent, but never the gateway's key", async () => {
    vi.stubEnv("POSTERN_TOKEN", "rctx_secret");
    vi.stubEnv("DEMO_ALLOWED", "yes");
    vi.stubEnv("DEMO_OTHER", "no");
    const env = ["DEMO_ALLOWED", "DEMO_MISSING", "POSTERN_TOKEN"];
    const fixture = await openFixture({ agents: { demo: { ...demo(), env } } });
    const id = await fixture.create({ prompt: "env DEMO_ALLOWED\nenv DEMO_OTHER\nenv POSTERN_TOKEN\nenv PATH" });
    await fixture.until(id, { status: "idle" });
    const [, said = ""] = await fixture.said(id);
    expect(said).toBe(`agent: DEMO_ALLOWED=yesDEMO_OTHER=(not set)POSTERN_TOKEN=(not set)PATH=${process.env.PATH}`);
    expect((await fixture.post("agents.list")).agents).toEqual([
      { name: "demo", found: true, env, missing: ["DEMO_MISSING"] },
    ]);
    vi.unstubAllEnvs();
  });
});

describe("a permission request", () => {
  it("waits for an answer, and the agent acts on the chosen option", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "edit notes.txt It works" });
    const { requests } = await fixture.until(id, { status: "waiting" });
    expect(requests).toEqual([
      expect.objectContaining({
        session: id,
        title: "Edit notes.txt",
        kind: "edit",
        state: "open",
        content: [{ type: "diff", path: "notes.txt", after: "It works" }],
        options: [
          { option: "allow", name: "Allow", kind: "allow_once" },
          { option: "reject", name: "Reject", kind: "reject_once" },
        ],
      }),
    ]);
    expect(existsSync(join(fixture.workspace, "notes.txt"))).toBe(false);
    const request = requests[0]?.id as string;
    const wrong = await fixture.ask("sessions.answer", { session: id, request, option: "maybe" });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "/option" }] } });
    expect(wrong.body.detail).toContain("allow, reject");
    expect((await fixture.show(id)).status).toBe("waiting");
    const answer = { session: id, request, option: "allow" };
    const { permission, changed } = await fixture.post("sessions.answer", answer);
    expect({ permission, changed }).toMatchObject({
      changed: true,
      permission: { state: "answered", option: "allow", answeredBy: fixture.admin.contextId },
    });
    await fixture.until(id, { status: "idle", requests: [] });
    expect(existsSync(join(fixture.workspace, "notes.txt"))).toBe(true);
    expect((await fixture.post("sessions.answer", answer)).changed).toBe(false);
    expect(await fixture.ask("sessions.answer", { ...answer, option: "reject" })).toMatchObject({
      status: 409,
      body: { code: "agentx.request_closed", state: "answered", option: "allow" },
    });
    expect(fixture.types().filter((type) => type.startsWith("permission"))).toEqual([
      "permission.requested",
      "permission.answered",
    ]);
  });

  it("accepts one of two concurrent answers", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "edit a.txt x" });
    const { requests } = await fixture.until(id, { status: "waiting" });
    const request = requests[0]?.id;
    const replies = await Promise.all(
      ["allow", "reject"].map((option) => fixture.ask("sessions.answer", { session: id, request, option })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await fixture.until(id, { status: "idle" });
  });

  it("is cancelled with its turn and never granted automatically", async () => {
    const fixture = await openFixture();
    const { session, turn } = await fixture.post("sessions.create", {
      agent: "demo",
      prompt: "edit a.txt x",
      execute: true,
    });
    const { requests } = await fixture.until(session.id, { status: "waiting" });
    await fixture.post("sessions.cancel", { session: session.id });
    expect((await fixture.over(turn)).state).toBe("cancelled");
    expect(await fixture.until(session.id, { status: "idle" })).toMatchObject({ requests: [] });
    expect(existsSync(join(fixture.workspace, "a.txt"))).toBe(false);
    expect(
      await fixture.ask("sessions.answer", { session: session.id, request: requests[0]?.id, option: "allow" }),
    ).toMatchObject({ status: 409, body: { code: "agentx.request_closed", state: "cancelled" } });
    expect(
      await fixture.ask("sessions.answer", { session: session.id, request: "ask_none", option: "x" }),
    ).toMatchObject({
      status: 404,
      body: { code: "agentx.request_not_found" },
    });
  });
});
