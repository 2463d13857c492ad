#!/usr/bin/env node
/**
 * A coding agent without a network or a model: it executes the lines of its prompt as commands.
 *
 *   say TEXT      writes a message word by word  edit FILE TEXT  asks for permission, then edits the file
 *   think TEXT    writes a thought               flood N         writes N words as fast as possible
 *   plan A; B     makes a plan and completes it  hang            waits until it is cancelled
 *   tool TITLE    uses a tool                    deaf            waits and ignores cancellation
 *   wait MS       waits                          die CODE        exits during the turn
 *   env NAME      writes an environment variable fail TEXT       returns an error
 *
 * Sessions are stored in the folder .demo-agent in the working folder, so that they can be loaded again.
 * `--without load,archive,title` removes capabilities, `--with resume` adds one.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { agent, ndJsonStream, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk/unstable";

const namesAfter = (flag) => process.argv[process.argv.indexOf(flag) + 1]?.split(",") ?? [];
const without = process.argv.includes("--without") ? namesAfter("--without") : [];
const extra = process.argv.includes("--with") ? namesAfter("--with") : [];
const can = (ability) => (ability === "resume" ? extra.includes(ability) : !without.includes(ability));

const FOLDER = ".demo-agent";
const running = new Map();

const fileOf = (sessionId) => join(FOLDER, `${sessionId.replace(/[^\w-]/g, "_")}.json`);
function read(sessionId) {
  try {
    return JSON.parse(readFileSync(fileOf(sessionId), "utf8"));
  } catch {
    throw RequestError.sessionNotFound(sessionId);
  }
}
function write(session) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(session.sessionId), JSON.stringify(session));
  return {};
}

const app = agent({ name: "demo" })
  .onRequest("initialize", () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "demo", version: "1.0.0" },
    agentCapabilities: {
      loadSession: can("load"),
      sessionCapabilities: {
        list: {},
        ...(can("archive") && { archive: {} }),
        ...(can("title") && { title: {} }),
        ...(can("resume") && { resume: {} }),
      },
    },
  }))
  .onRequest("session/new", ({ params: { cwd } }) => {
    const sessionId = `demo-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    write({ sessionId, cwd, turns: [], archived: false });
    return { sessionId };
  })
  .onRequest("session/load", async ({ params: { sessionId }, client }) => {
    const session = read(sessionId);
    if (session.archived) throw RequestError.sessionNotFound(sessionId);
    for (const { prompt, said } of session.turns) {
      const replay = (sessionUpdate, text) =>
        client.notify("session/update", { sessionId, update: { sessionUpdate, content: { type: "text", text } } });
      await replay("user_message_chunk", prompt);
      if (said !== "") await replay("agent_message_chunk", said);
    }
    return {};
  })
  .onRequest("session/resume", ({ params: { sessionId } }) => {
    read(sessionId);
    return {};
  })
  .onRequest("session/archive", ({ params: { sessionId } }) => {
    running.get(sessionId)?.abort();
    return write({ ...read(sessionId), archived: true });
  })
  .onRequest("session/unarchive", ({ params: { sessionId } }) => write({ ...read(sessionId), archived: false }))
  .onRequest("session/set_title", ({ params: { sessionId, title } }) => {
    if (title.startsWith("!")) throw RequestError.invalidParams(undefined, "a title must not start with !");
    return write({ ...read(sessionId), title });
  })
  .onNotification("session/cancel", ({ params: { sessionId } }) => void running.get(sessionId)?.abort())
  .onRequest("session/prompt", async ({ params: { sessionId, prompt }, client }) => {
    const session = read(sessionId);
    const stop = new AbortController();
    running.set(sessionId, stop);
    let said = "";
    const notify = (update) => client.notify("session/update", { sessionId, update });
    const say = (sessionUpdate) => async (text) => {
      for (const part of text.match(/\S+\s*|\s+/g) ?? []) {
        if (sessionUpdate === "agent_message_chunk") said += part;
        await notify({ sessionUpdate, content: { type: "text", text: part } });
      }
    };
    const commands = commandsOf({ sessionId, client, notify, say, signal: stop.signal });
    try {
      const text = prompt.map((block) => block.text ?? "").join("\n");
      for (const line of text.split("\n").filter((line) => line.trim() !== "")) {
        const [, word, rest] = line.trim().match(/^(\S+)\s*(.*)$/);
        await (commands[word] ? commands[word](rest) : commands.say(`You said: ${line}`));
        if (stop.signal.aborted) return { stopReason: "cancelled" };
      }
      return { stopReason: "end_turn" };
    } catch (error) {
      if (stop.signal.aborted && !(error instanceof RequestError)) return { stopReason: "cancelled" };
      throw error;
    } finally {
      running.delete(sessionId);
      write({ ...read(sessionId), turns: [...session.turns, { prompt: prompt[0]?.text ?? "", said }] });
    }
  });

let calls = 0;
function commandsOf({ sessionId, client, notify, say, signal }) {
  const content = (text) => [{ type: "content", content: { type: "text", text } }];
  return {
    say: say("agent_message_chunk"),
    think: say("agent_thought_chunk"),
    wait: (ms) => pause(Number(ms), undefined, { signal }),
    hang: () => pause(2 ** 30, undefined, { signal }),
    deaf: () => pause(2 ** 30),
    env: (name) => say("agent_message_chunk")(`${name}=${process.env[name] ?? "(not set)"}`),
    die: (code) => {
      console.error(`demo: it was told to die with ${code}`);
      process.exit(Number(code));
    },
    fail: (text) => {
      throw RequestError.internalError(undefined, text);
    },
    async plan(text) {
      const entries = text.split(";").map((item) => ({ content: item.trim(), priority: "medium", status: "pending" }));
      for (const entry of [undefined, ...entries]) {
        if (entry) entry.status = "completed";
        await notify({ sessionUpdate: "plan", entries });
      }
    },
    async tool(title) {
      const toolCallId = `call-${++calls}`;
      await notify({ sessionUpdate: "tool_call", toolCallId, title, kind: "execute", status: "in_progress" });
      await notify({ sessionUpdate: "tool_call_update", toolCallId, status: "completed", content: content("done") });
    },
    async edit(text) {
      const [, path, newText] = text.match(/^(\S+)\s*(.*)$/);
      const toolCallId = `call-${++calls}`;
      const diff = [{ type: "diff", path: join(process.cwd(), path), oldText: "", newText }];
      const toolCall = { toolCallId, title: `Edit ${path}`, kind: "edit", status: "pending", content: diff };
      await notify({ sessionUpdate: "tool_call", ...toolCall });
      const options = [
        { optionId: "allow", name: "Allow", kind: "allow_once" },
        { optionId: "reject", name: "Reject", kind: "reject_once" },
      ];
      const { outcome } = await client.request("session/request_permission", { sessionId, toolCall, options });
      const isAllowed = outcome.outcome === "selected" && outcome.optionId === "allow";
      if (isAllowed) writeFileSync(path, newText);
      await notify({
        sessionUpdate: "tool_call_update",
        toolCallId,
        status: isAllowed ? "completed" : "failed",
        content: content(outcome.outcome === "selected" ? outcome.optionId : outcome.outcome),
      });
    },
    async flood(count) {
      for (let n = 1; n <= Number(count); n++) {
        await notify({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${n} ` } });
      }
    },
  };
}

app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
