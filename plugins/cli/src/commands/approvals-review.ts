import { createInterface } from "node:readline";
import type { Catalog } from "../catalog.ts";
import { connect } from "../connection.ts";
import { missingGroup } from "../disabled.ts";
import { Exit, type ExitCode, exitOf } from "../exit.ts";
import type { Io } from "../io.ts";
import { block } from "../output/block.ts";
import { valueText } from "../output/cell.ts";
import { type Display, displayOf } from "../output/display.ts";
import { plain } from "../output/plain.ts";
import { problemText } from "../output/problem.ts";
import type { Connection } from "../remote.ts";
import type { Settings } from "../settings.ts";
import { alwaysAllow, type Call } from "./approvals-always.ts";
import { parsed } from "./call.ts";

type Thing = Readonly<Record<string, unknown>>;

interface Approval {
  readonly id: string;
  readonly kind?: string;
  readonly status: string;
  readonly operation: string;
  readonly summary: string;
  readonly effects: readonly string[];
  readonly requester: { readonly contextId: string; readonly label: string; readonly agentId?: string };
  readonly reason?: string;
  readonly cause?: { readonly causationId: string; readonly chatId?: string };
  readonly input: Thing;
  readonly plan: Thing;
  readonly digest: string;
  readonly quorum: number;
  readonly votes: readonly { readonly label: string }[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly stale?: {
    readonly plan?: Thing;
    readonly digest?: string;
    readonly reason?: string;
    readonly changes: readonly Thing[];
  };
  readonly outcome?: { readonly message?: string; readonly unclear?: boolean };
}

/** Shows what waits for a decision, one after the other, and asks what to do with it. */
export async function review(settings: Settings, { manifest, plugins }: Catalog, io: Io): Promise<ExitCode> {
  const connection = await connect(settings, plugins);
  const display = displayOf({}, io);
  try {
    const call: Call = async (id, body, headers = {}) => {
      const operation = manifest.operations.find((one) => one.id === id);
      if (!operation) throw missingGroup("approvals", settings);
      const request = { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
      const { status, text } = await connection.send(operation.path, request);
      return { status, answer: parsed(text) };
    };
    const waiting: Approval[] = [];
    for (const status of ["stale", "pending"]) {
      const found = await call("approvals.list", { status, limit: "500" });
      if (found.status !== 200) return await refused(found, connection, io);
      waiting.push(...((found.answer?.approvals ?? []) as Approval[]));
    }
    // Oldest first: what waits longest expires first.
    waiting.sort((left, right) => left.createdAt - right.createdAt);
    if (waiting.length === 0) {
      io.note("Nothing waits for a decision\n");
      return Exit.done;
    }
    if (!io.asks) {
      for (const approval of waiting) io.out(`${describe(approval, display)}\n`);
      io.note('Decide with "postern approvals approve" or "postern approvals deny"\n');
      return Exit.done;
    }
    return await ask(waiting, call, display, connection, io);
  } finally {
    await connection.close();
  }
}

async function ask(
  waiting: readonly Approval[],
  call: Call,
  display: Display,
  connection: Connection,
  io: Io,
): Promise<ExitCode> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // Lines that are typed before they are asked for are kept.
  const lines = prompt[Symbol.asyncIterator]();
  const typed: Typing = async (question) => {
    prompt.setPrompt(question);
    prompt.prompt();
    const { value, done } = await lines.next();
    return done ? undefined : value.trim();
  };
  try {
    for (const [at, first] of waiting.entries()) {
      let approval: Approval | undefined = first;
      while (approval) {
        io.out(`\n${display.paint("dim", `${at + 1} of ${waiting.length}`)}\n${describe(approval, display)}`);
        const decision = await choose(typed, approval);
        if (decision === "quit") return Exit.done;
        if (decision === "skip") break;
        if (decision === "always") {
          const { question, create } = await alwaysAllow(call, approval);
          if (!/^y(es)?$/i.test((await typed(`${question} [y/N] `)) ?? "")) continue;
          io.note(`${await create()}\n`);
        }
        const { status, answer } = await decide(call, approval, decision, typed);
        const decided = answer?.approval as Approval | undefined;
        if (status !== 200 || !decided) {
          await refused({ status, answer }, connection, io);
          break;
        }
        io.note(`${resultOf(decided)}\n`);
        // A new plan is shown, and can be approved instead.
        approval = decided.status === "stale" && decided.stale?.digest !== undefined ? decided : undefined;
      }
    }
    return Exit.done;
  } finally {
    prompt.close();
  }
}

const WORDS = { a: "approve", l: "always", d: "deny", s: "skip", q: "quit" } as const;
type Decision = (typeof WORDS)[keyof typeof WORDS];

/** Asks a question and returns the next line, or undefined at the end of the input. */
type Typing = (question: string) => Promise<string | undefined>;

async function choose(typed: Typing, { stale, kind }: Approval): Promise<Decision> {
  // Without a plan there is nothing that could be approved.
  const mayApprove = !stale || stale.digest !== undefined;
  const mayAllow = mayApprove && kind !== "permission";
  const question = `${mayApprove ? "[a]pprove, " : ""}${mayAllow ? "a[l]ways allow, " : ""}[d]eny, [s]kip or [q]uit? `;
  for (;;) {
    const answer = ((await typed(question)) ?? "quit").toLowerCase();
    const [, found] = Object.entries(WORDS).find((names) => names.includes(answer)) ?? [];
    const isOffered = found === "approve" ? mayApprove : found !== "always" || mayAllow;
    if (found && isOffered) return found;
  }
}

async function decide(call: Call, approval: Approval, decision: Decision, typed: Typing) {
  const { id, stale, digest } = approval;
  if (decision !== "deny") return call("approvals.approve", { id, digest: stale?.digest ?? digest });
  const note = (await typed("Why (for the requester, may be empty)? ")) ?? "";
  return call("approvals.deny", { id, ...(note !== "" && { note }) });
}

function resultOf({ status, outcome, quorum, votes, stale }: Approval): string {
  switch (status) {
    case "executed":
      return "Executed";
    case "approved":
      return 'Approved: it is being executed. See "postern approvals list"';
    case "denied":
      return "Denied";
    case "pending":
      return `Approved: ${votes.length} of ${quorum} approvals`;
    case "stale":
      return `Not executed, because the plan has changed${stale?.reason ? `: ${plain(stale.reason)}` : ""}`;
    default:
      return `The approval is ${status}${outcome?.message ? `: ${plain(outcome.message)}` : ""}`;
  }
}

/** An approval as a person decides about it. */
function describe(approval: Approval, display: Display): string {
  const { id, operation, requester, reason, cause, effects, input, plan, stale, quorum, votes, expiresAt } = approval;
  const { summary, effects: _, ...details } = (stale?.plan ?? plan) as Thing;
  const who = `${requester.label}${requester.agentId === undefined ? "" : ` (agent ${requester.agentId})`}`;
  const changes = stale?.changes.map(({ path, before, after }) => `${path}: ${shown(before)} → ${shown(after)}`);
  const facts = {
    operation,
    proposedBy: who,
    ...(reason !== undefined && { reason }),
    ...(cause?.chatId !== undefined && { turn: cause.causationId, chat: cause.chatId }),
    ...(effects.length > 0 && { effects }),
    ...(Object.keys(input).length > 0 && { input }),
    ...(Object.keys(details).length > 0 && { plan: details }),
    ...(stale && { changed: changes?.length ? changes : (stale.reason ?? "the plan") }),
    ...(quorum > 1 && { approvals: `${votes.length} of ${quorum}` }),
    expires: new Date(expiresAt).toISOString(),
    id,
  };
  return `${display.paint("bold", valueText(summary))}\n${block(facts, display, {}, "  ")}`;
}

const shown = (value: unknown): string => (value === undefined ? "nothing" : plain(JSON.stringify(value)));

async function refused(
  { status, answer }: { status: number; answer: Record<string, unknown> | undefined },
  { refusedKey }: Connection,
  io: Io,
): Promise<ExitCode> {
  io.note(await problemText(answer, status, refusedKey));
  return exitOf(status, answer);
}
