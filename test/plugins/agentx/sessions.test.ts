import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { bad, demo, newFolder, openHouse } from "./house.ts";

vi.setConfig({ testTimeout: 90_000 });

const PROMPT = "think hm\nsay Hello there.\ntool Run the tests\nplan look; change\nsay Done.";

describe("a session", () => {
  it("starts, and stores the output of its agent in order", async () => {
    const house = await openHouse();
    const { session, turn } = await house.post("sessions.create", { agent: "demo", prompt: PROMPT, execute: true });
    expect(session).toMatchObject({ agent: "demo", cwd: ".", status: "starting", live: false, waiting: 1 });
    expect(session.id).toMatch(/^agentx-[0-9a-f]{24}$/);
    expect(await house.over(turn)).toMatchObject({ state: "done", stopReason: "end_turn" });
    expect(await house.show(session.id)).toMatchObject({ status: "idle", live: true, resumable: true, waiting: 0 });
    expect(await house.said(session.id)).toEqual([
      `user: ${PROMPT}`,
      "thought: hm",
      "agent: Hello there.",
      "tool: Run the tests completed",
      "plan: undefined undefined",
      "agent: Done.",
    ]);
    const messages = await house.messages(session.id);
    expect(messages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(messages[3]?.tool?.content).toEqual([{ type: "text", text: "done" }]);
    expect(messages[4]?.plan?.map(({ status }) => status)).toEqual(["completed", "completed"]);
    const after = await house.post("sessions.messages", { session: session.id, after: "4", fields: "number" });
    expect(after.messages).toEqual([{ number: 5 }, { number: 6 }]);
  });

  it("has no messages after the highest possible number", async () => {
    const house = await openHouse();
    const session = await house.create();
    const after = String(Number.MAX_SAFE_INTEGER - 1);
    expect((await house.post("sessions.messages", { session, after })).messages).toEqual([]);
    const beyond = await house.ask("sessions.messages", { session, after: String(Number.MAX_SAFE_INTEGER) });
    expect(beyond.status).toBe(400);
  });

  it("emits each event once, and appended pieces add up to the full text", async () => {
    const house = await openHouse();
    const id = await house.create({ prompt: "say one two three\nwait 400\nsay four" });
    await house.until(id, { status: "idle" });
    const types = house.types();
    for (const once of ["session.created", "turn.added", "turn.started", "turn.finished"])
      expect(types.filter((type) => type === once)).toHaveLength(1);
    expect(types.indexOf("turn.started")).toBeLessThan(types.indexOf("message.added"));
    expect(types.lastIndexOf("message.appended")).toBeLessThan(types.indexOf("turn.finished"));
    expect(house.events.every(({ subject }) => subject === id)).toBe(true);
    let text = "";
    for (const { type, data } of house.events) {
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
    const house = await openHouse();
    mkdirSync(join(house.workspace, "web"));
    const { status, body } = await house.ask("sessions.create", {
      agent: "demo",
      cwd: "web",
      prompt: "say secret-word",
    });
    expect({ status, ...body }).toMatchObject({ status: 200, dryRun: true, plan: { agent: "demo", cwd: "web" } });
    expect(JSON.stringify(body)).not.toMatch(/secret-word|postern-agentx/);
    expect((await house.post("sessions.list")).total).toBe(0);
    const id = await house.create();
    const send = await house.post("sessions.send", { session: id, prompt: "say secret-word" });
    expect(send.dryRun).toBe(true);
    expect(JSON.stringify(send)).not.toContain("secret-word");
    expect((await house.post("turns.list", { session: id })).total).toBe(0);
  });

  it("works only in folders inside a workspace", async () => {
    const further = newFolder();
    const outside = newFolder();
    const house = await openHouse({ workspaces: { lab: further } });
    for (const folder of [join(house.workspace, "a b"), join(further, "x")]) mkdirSync(folder);
    writeFileSync(join(house.workspace, "file"), "");
    symlinkSync(outside, join(house.workspace, "out"));
    const made = async (cwd: string) => (await house.show(await house.create({ cwd }))).cwd;
    expect(await made("a b")).toBe("a b");
    expect(await made("./a b/..")).toBe(".");
    expect(await made(join(realpathSync(house.workspace), "a b"))).toBe("a b");
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
      const { status, body } = await house.ask("sessions.create", { agent: "demo", cwd, execute: true });
      expect({ cwd, status, path: body.issues?.[0]?.path }).toEqual({ cwd, status: 400, path: "/cwd" });
      expect(body.detail).toMatch(/workspace/);
      expect(body.detail).not.toContain("postern-agentx");
    }
  });

  it("answers 404 with the configured agents if its agent is not one of them", async () => {
    const house = await openHouse({ agents: { demo: demo(), other: bad("none") } });
    for (const agent of ["nobody", "__proto__x", "toString"])
      expect(await house.ask("sessions.create", { agent })).toMatchObject({
        status: 404,
        body: { code: "agentx.agent_not_found", agents: ["demo", "other"] },
      });
  });

  it("runs one turn at a time, in order, and waiting turns can be cancelled", async () => {
    const house = await openHouse();
    const id = await house.create({ prompt: "wait 300\nsay first" });
    const second = await house.send(id, "say second");
    const third = await house.send(id, "say third");
    const fourth = await house.send(id, "say fourth");
    const cancelled = await house.post("sessions.cancel", { session: id, turn: third.id });
    expect(cancelled).toMatchObject({ changed: true, turn: { state: "cancelled" } });
    expect((await house.post("sessions.cancel", { session: id, turn: third.id })).changed).toBe(false);
    expect(await house.over(fourth)).toMatchObject({ state: "done" });
    expect(await house.over(second)).toMatchObject({ state: "done" });
    expect((await house.said(id)).filter((line) => line.startsWith("agent"))).toEqual([
      "agent: first",
      "agent: second",
      "agent: fourth",
    ]);
    const states = (await house.post("turns.list", { session: id, fields: "state" })).turns;
    expect(states.map(({ state }: { state: string }) => state)).toEqual(["done", "done", "cancelled", "done"]);
    expect((await house.post("turns.list", { session: id, state: "cancelled" })).total).toBe(1);
  });

  it("runs the turns of twenty concurrent callers once each", async () => {
    const house = await openHouse();
    const id = await house.create();
    const turns = await Promise.all(Array.from({ length: 20 }, (_, n) => house.send(id, `say ${n}.`)));
    for (const turn of turns) expect((await house.over(turn)).state).toBe("done");
    const said = (await house.said(id)).filter((line) => line.startsWith("agent"));
    expect(said.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `agent: ${n}.`).toSorted());
    expect(await house.until(id, { waiting: 0 })).toMatchObject({ status: "idle" });
  });

  it.each([
    ["/prompt", "send", { prompt: "" }],
    ["/prompt", "send", { prompt: " \n" }],
    ["/prompt", "send", { prompt: "x".repeat(100_001) }],
    ["/session", "send", { session: "", prompt: "x" }],
    ["/after", "messages", { after: "-1" }],
    ["/after", "messages", { after: 1 }],
    ["/status", "list", { session: undefined, status: "asleep" }],
    ["/title", "create", { session: undefined, agent: "demo", title: "\t" }],
    ["/cwd", "create", { session: undefined, agent: "demo", cwd: "" }],
  ])("rejects an invalid %s of %s", async (path, operation, wrong) => {
    const house = await openHouse({ background: false });
    const { status, body } = await house.ask(`sessions.${operation}`, { session: "agentx-0", ...wrong });
    const paths = body.issues?.map((issue: { path: string }) => issue.path);
    expect({ status, paths }).toMatchObject({ status: 400, paths: expect.arrayContaining([path]) });
  });

  it("accepts a prompt of 100,000 characters and stores a reply of the same length", async () => {
    const house = await openHouse();
    const prompt = `say ${"ä".repeat(99_996)}`;
    const id = await house.create({ prompt });
    await house.until(id, { status: "idle" });
    const [asked, ...said] = await house.messages(id);
    expect(asked?.text).toBe(prompt);
    expect(said.map(({ text }) => text).join("")).toBe(prompt.slice(4));
  });

  it("answers 409 when the maximum number of turns wait", async () => {
    const house = await openHouse();
    const id = await house.create({ prompt: "hang" });
    await house.until(id, { status: "running" });
    await Promise.all(Array.from({ length: 100 }, () => house.send(id, "say x")));
    expect(await house.ask("sessions.send", { session: id, prompt: "x", execute: true })).toMatchObject({
      status: 409,
      body: { code: "agentx.queue_full", most: 100 },
    });
  });

  it("continues with the next turn after a turn was cancelled", async () => {
    const house = await openHouse();
    const { session, turn } = await house.post("sessions.create", {
      agent: "demo",
      prompt: "say a\nhang",
      execute: true,
    });
    await until(async () => expect(await house.said(session.id)).toContain("agent: a"));
    const answer = await house.post("sessions.cancel", { session: session.id });
    expect(answer).toMatchObject({ session: session.id, changed: true, turn: { id: turn.id, state: "running" } });
    expect(await house.over(turn)).toMatchObject({ state: "cancelled", stopReason: "cancelled" });
    expect(await house.post("sessions.cancel", { session: session.id })).toEqual({
      session: session.id,
      changed: false,
    });
    expect(await house.over(await house.send(session.id, "say b"))).toMatchObject({ state: "done" });
    expect((await house.show(session.id)).status).toBe("idle");
  });

  it("kills an agent that does not stop, reports it, and can be continued", async () => {
    const house = await openHouse({ grace: 300 });
    const { session, turn } = await house.post("sessions.create", { agent: "demo", prompt: "deaf", execute: true });
    await house.until(session.id, { status: "running" });
    await house.post("sessions.cancel", { session: session.id });
    expect(await house.over(turn)).toMatchObject({ state: "cancelled", reason: expect.stringContaining("0.3 s") });
    const gone = await house.until(session.id, { status: "gone", live: false });
    expect(gone).toMatchObject({ resumable: true, reason: expect.stringContaining("did not stop") });
    expect(await house.over(await house.send(session.id, "say back"))).toMatchObject({ state: "done" });
  });

  it("is found by its id with and without agentx-, and by the agent's own id", async () => {
    const house = await openHouse();
    const id = await house.create();
    const { agentSession } = await house.until(id, { status: "idle" });
    expect(agentSession).toMatch(/^demo-/);
    for (const name of [id, id.replace("agentx-", ""), agentSession as string])
      expect((await house.show(name)).id).toBe(id);
    for (const name of ["agentx-", "agentx-0123456789abcdef01234567", "x", `agentx-${id}`])
      expect(await house.ask("sessions.show", { session: name })).toMatchObject({
        status: 404,
        body: { code: "agentx.session_not_found" },
      });
  });

  it("answers 409 with both candidates if two sessions have the same agent session id", async () => {
    const house = await openHouse({ agents: { demo: demo(), twin: bad("none") } });
    const [one, two] = [await house.create({ agent: "twin" }), await house.create({ agent: "twin" })];
    await house.until(one, { status: "idle" });
    await house.until(two, { status: "idle" });
    for (const [operation, more] of [
      ["show", {}],
      ["archive", {}],
      ["send", { prompt: "x" }],
      ["rename", { title: "x" }],
    ] as const) {
      const { status, body } = await house.ask(`sessions.${operation}`, { session: "s1", ...more });
      expect(status).toBe(409);
      expect(body.code).toBe("agentx.session_ambiguous");
      expect(body.candidates.toSorted()).toEqual([one, two].toSorted());
    }
    expect((await house.show(one)).id).toBe(one);
  });

  it("is found without the prefix if another agent uses its id as a session id", async () => {
    const file = join(newFolder(), "id");
    const house = await openHouse({ agents: { demo: demo(), thief: bad("named", file) } });
    const id = await house.create();
    writeFileSync(file, id);
    const thief = await house.create({ agent: "thief" });
    expect(await house.until(thief, { status: "idle" })).toMatchObject({ agentSession: id });
    const { status, body } = await house.ask("sessions.archive", { session: id });
    expect({ status, ...body }).toMatchObject({
      status: 409,
      code: "agentx.session_ambiguous",
      candidates: [id, thief],
      fix: `postern agentx sessions show --session ${id.replace("agentx-", "")}`,
    });
    expect((await house.show(id.replace("agentx-", ""))).id).toBe(id);
    expect((await house.show(thief)).id).toBe(thief);
  });

  it("is accessible to a key that is narrowed to it, and to no other narrowed key", async () => {
    const house = await openHouse();
    const [mine, other] = [await house.create(), await house.create()];
    const client = await house.client([`agentx:write@${mine}`, `agentx:read@${mine}`]);
    const name = mine.replace("agentx-", "");
    expect((await client.post("agentx.sessions.show", { session: name })).status).toBe(200);
    expect((await client.post("agentx.sessions.rename", { session: mine, title: "x" })).status).toBe(200);
    for (const operation of ["show", "messages", "archive", "cancel"])
      expect((await client.post(`agentx.sessions.${operation}`, { session: other })).status).toBe(403);
    expect((await client.post("agentx.sessions.create", { agent: "demo" })).status).toBe(403);
  });

  it("passes standard and configured variables to its agent, but never the gateway's key", async () => {
    vi.stubEnv("POSTERN_TOKEN", "rctx_secret");
    vi.stubEnv("DEMO_ALLOWED", "yes");
    vi.stubEnv("DEMO_OTHER", "no");
    const env = ["DEMO_ALLOWED", "DEMO_MISSING", "POSTERN_TOKEN"];
    const house = await openHouse({ agents: { demo: { ...demo(), env } } });
    const id = await house.create({ prompt: "env DEMO_ALLOWED\nenv DEMO_OTHER\nenv POSTERN_TOKEN\nenv PATH" });
    await house.until(id, { status: "idle" });
    const [, said = ""] = await house.said(id);
    expect(said).toBe(`agent: DEMO_ALLOWED=yesDEMO_OTHER=(not set)POSTERN_TOKEN=(not set)PATH=${process.env.PATH}`);
    expect((await house.post("agents.list")).agents).toEqual([
      { name: "demo", found: true, env, missing: ["DEMO_MISSING"] },
    ]);
    vi.unstubAllEnvs();
  });
});

describe("a permission request", () => {
  it("waits for an answer, and the agent acts on the chosen option", async () => {
    const house = await openHouse();
    const id = await house.create({ prompt: "edit notes.txt It works" });
    const { requests } = await house.until(id, { status: "waiting" });
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
    expect(existsSync(join(house.workspace, "notes.txt"))).toBe(false);
    const request = requests[0]?.id as string;
    const wrong = await house.ask("sessions.answer", { session: id, request, option: "maybe" });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "/option" }] } });
    expect(wrong.body.detail).toContain("allow, reject");
    expect((await house.show(id)).status).toBe("waiting");
    const answer = { session: id, request, option: "allow" };
    const { permission, changed } = await house.post("sessions.answer", answer);
    expect({ permission, changed }).toMatchObject({
      changed: true,
      permission: { state: "answered", option: "allow", answeredBy: house.admin.contextId },
    });
    await house.until(id, { status: "idle", requests: [] });
    expect(existsSync(join(house.workspace, "notes.txt"))).toBe(true);
    expect((await house.post("sessions.answer", answer)).changed).toBe(false);
    expect(await house.ask("sessions.answer", { ...answer, option: "reject" })).toMatchObject({
      status: 409,
      body: { code: "agentx.request_closed", state: "answered", option: "allow" },
    });
    expect(house.types().filter((type) => type.startsWith("permission"))).toEqual([
      "permission.requested",
      "permission.answered",
    ]);
  });

  it("accepts one of two concurrent answers", async () => {
    const house = await openHouse();
    const id = await house.create({ prompt: "edit a.txt x" });
    const { requests } = await house.until(id, { status: "waiting" });
    const request = requests[0]?.id;
    const replies = await Promise.all(
      ["allow", "reject"].map((option) => house.ask("sessions.answer", { session: id, request, option })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await house.until(id, { status: "idle" });
  });

  it("is cancelled with its turn and never granted automatically", async () => {
    const house = await openHouse();
    const { session, turn } = await house.post("sessions.create", {
      agent: "demo",
      prompt: "edit a.txt x",
      execute: true,
    });
    const { requests } = await house.until(session.id, { status: "waiting" });
    await house.post("sessions.cancel", { session: session.id });
    expect((await house.over(turn)).state).toBe("cancelled");
    expect(await house.until(session.id, { status: "idle" })).toMatchObject({ requests: [] });
    expect(existsSync(join(house.workspace, "a.txt"))).toBe(false);
    expect(
      await house.ask("sessions.answer", { session: session.id, request: requests[0]?.id, option: "allow" }),
    ).toMatchObject({ status: 409, body: { code: "agentx.request_closed", state: "cancelled" } });
    expect(await house.ask("sessions.answer", { session: session.id, request: "ask_none", option: "x" })).toMatchObject(
      {
        status: 404,
        body: { code: "agentx.request_not_found" },
      },
    );
  });
});
