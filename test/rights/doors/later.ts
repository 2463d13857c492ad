import type { Client } from "@postern/core/testing";
import { type Decision, type Door, decisionOf } from "./door.ts";
import type { Doors, Entry } from "./fixture.ts";

/**
 * Decisions about operations that the gateway calls later, by id: they are set up as a caller, then `between` happens, and
 * then they are called. What cannot even be set up has the decision about that.
 */
export type LaterDoor = (
  who: Client,
  entries: readonly Entry[],
  between?: () => Promise<unknown>,
) => Promise<Map<string, Decision>>;

const actionOf = ({ id, examples: [first] }: Entry) => ({ operation: id, input: first?.input ?? {} });
const nothing = async () => {};
/** A responder has at most 128 tools. */
const TOOLS = 100;

/** Doors where somebody sets up what the gateway calls later. */
export function laterDoors({ post, advance, probe }: Doors) {
  let made = 0;

  /** Sets up one for each operation. Returns those that exist, and the decisions about the others. */
  async function setUp(who: Client, entries: readonly Entry[], create: string, of: string, input: () => object) {
    const decisions = new Map<string, Decision>();
    const waiting = new Map<string, string>();
    for (const entry of entries) {
      const { status, body } = await who.post(create, { ...input(), action: actionOf(entry) });
      if (status === 200) waiting.set(body[of].id, entry.id);
      else decisions.set(entry.id, decisionOf(status, body));
    }
    return { decisions, waiting };
  }

  /** An operation that is called at the next hour. */
  const schedule: LaterDoor = async (who, entries, between = nothing) => {
    const input = () => ({ name: `s${++made}`, when: { every: "1h" } });
    const { decisions, waiting } = await setUp(who, entries, "schedules.create", "schedule", input);
    await between();
    await advance(3_600_000);
    for (const [id, operation] of waiting) {
      decisions.set(operation, endOf((await post("schedules.show", { id })).schedule.lastRun));
      await post("schedules.remove", { id, execute: true });
    }
    return decisions;
  };

  /** An operation that is called after an event. */
  const rule: LaterDoor = async (who, entries, between = nothing) => {
    const input = () => ({ name: `r${++made}`, on: { types: ["projects.project.created"] } });
    const { decisions, waiting } = await setUp(who, entries, "rules.create", "rule", input);
    await between();
    await post("projects.create", { name: `p${++made}` });
    await advance(60_000);
    for (const [id, operation] of waiting) {
      const { runs } = await post("rules.runs.list", { rule: id });
      decisions.set(operation, endOf(runs[0]?.lastAttempt ?? runs[0]));
      await post("rules.remove", { id, execute: true });
    }
    return decisions;
  };

  /** A tool of a responder, whose scopes name the operations. It answers the turns of another agent than its owner. */
  const tool: LaterDoor = async (who, entries, between = nothing) => {
    const decisions = new Map<string, Decision>();
    const agent = `agent${++made}`;
    await post("agents.create", { id: agent });
    const portions = Array.from({ length: Math.ceil(entries.length / TOOLS) }, (_, at) =>
      entries.slice(at * TOOLS, (at + 1) * TOOLS),
    );
    const responders: { id: string; portion: readonly Entry[] }[] = [];
    for (const portion of portions) {
      const id = `probe${++made}`;
      const input = { id, kind: "probe", agents: [agent] };
      const granting = (prefix: string) =>
        who.post("responders.create", { ...input, scopes: portion.map((entry) => prefix + entry.id) });
      const first = await granting("");
      // Whoever may only propose can pass on no more.
      const { status, body } = first.status === 403 ? await granting("propose:") : first;
      if (status === 200) responders.push({ id, portion });
      else for (const entry of portion) decisions.set(entry.id, decisionOf(status, body));
      if (status === 200) await post("responders.disable", { id });
    }
    await between();
    for (const { id, portion } of responders) {
      const ended = new Promise<void>((resolve) => {
        probe.use = async (tools) => {
          for (const { id, dryRun, examples } of portion) {
            const given = { ...examples[0]?.input, ...(dryRun !== "never" && { execute: true }) };
            const { isError, answer } = await tools.call(id.replaceAll(/[.-]/g, "_"), given);
            decisions.set(id, decisionOf(isError ? 400 : 200, answer as object));
          }
          resolve();
        };
      });
      await post("responders.enable", { id });
      const { chat } = await post("chats.create", { agentId: agent });
      const message = { chatId: chat.id, actorId: "ann", clientMessageId: `m${++made}`, content: "x" };
      await post("chats.messages.create", message);
      await advance(10_000);
      await ended;
      await post("responders.remove", { id, execute: true });
    }
    probe.use = undefined;
    return decisions;
  };
  return { schedule, rule, tool };
}

const endOf = (end: { status?: string; error?: { code: string } } | undefined): Decision =>
  end?.error?.code ?? (end?.status === "done" ? "allowed" : (end?.status ?? "not called"));

/** The reverting call of a command that the caller has executed. */
export const undoing: Door = async (who, { id, examples: [first] }) => {
  const done = await who.post("nest.undoable", { operation: id, given: first?.input ?? {} });
  if (done.status !== 200) return decisionOf(done.status, done.body);
  const { status, body } = await who.post("service.undo", { execute: true });
  return status === 200 && body.status === "pending" ? "pending" : decisionOf(status, body);
};
