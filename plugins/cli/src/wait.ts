import { setTimeout as pause } from "node:timers/promises";
import { quoted } from "@postern/client/command-line";
import type { OperationEntry } from "@postern/core";
import type { EndsLater } from "@postern/core/presentation";
import { type CallFlags, parsed, show } from "./commands/call.ts";
import { readDuration } from "./duration.ts";
import { Exit, type ExitCode, Refusal, Unreachable } from "./exit.ts";
import type { Io } from "./io.ts";
import { plain } from "./output/plain.ts";
import { withProgress } from "./output/progress.ts";
import type { Channel, Connection, Reply } from "./remote.ts";
import { untilSignal } from "./signals.ts";
import { memberAt, queryInput } from "./wait-end.ts";

/** Milliseconds between two looks at the state, at first and at most. */
const INTERVAL = { first: 100, longest: 1_000, growth: 1.5 };
/** Milliseconds for which a gateway may be gone, for example to start again. */
const ABSENCE = 30_000;

/** The end of a command that waits for approval. */
export const approvalEnd: EndsLater = {
  what: "approval",
  query: "approvals.show",
  input: { id: "approvalId" },
  state: "approval.status",
  good: ["executed"],
  bad: ["failed", "denied", "expired", "stale", "withdrawn"],
  reason: "approval.note",
};

/**
 * Checks before the call that its end can be awaited. What is returned waits for it after the call, and prints the answer
 * of the query that shows its state; it returns undefined if nothing continues.
 */
export function waitFor(
  end: EndsLater,
  operations: readonly OperationEntry[],
  flags: CallFlags,
  connection: Connection,
  io: Io,
): (reply: Reply) => Promise<ExitCode | undefined> {
  const limit = flags.timeout === undefined ? undefined : readDuration("--timeout", flags.timeout);
  const query = operations.find(({ id }) => id === end.query);
  if (!query) throw new Refusal(`--wait needs the operation ${end.query}, which this gateway does not have`);
  const { renew } = connection;
  if (!renew)
    throw new Refusal('--wait needs a running gateway to do the work. Start one with "postern serve".', Exit.failed);

  return async ({ status, text }) => {
    const answer = status === 200 || status === 202 ? parsed(text) : undefined;
    const input = answer && answer.dryRun !== true ? queryInput(end, answer) : undefined;
    if (!input) return undefined;
    const command = ["postern", ...query.id.split("."), ...Object.values(input).map((value) => quoted(String(value)))];
    const where = `It continues in the background. Show it with "${command.join(" ")}".`;
    const poll = { end, path: query.path, input, limit, connection: { send: connection.send, renew } };
    const { reply, fault, exit = Exit.failed } = await watch(poll, io);
    if (!reply) throw new Refusal(`${fault}. ${where}`, exit);
    const shown = await show(reply, query, flags, connection, io);
    if (fault !== undefined) throw new Refusal(fault, Exit.failed);
    return shown;
  };
}

interface Poll {
  readonly end: EndsLater;
  readonly path: string;
  readonly input: object;
  /** Milliseconds to wait at most. */
  readonly limit: number | undefined;
  readonly connection: Required<Pick<Connection, "send" | "renew">>;
}

/** How the wait ended: with the answer that shows the end, or without one. `fault` says why it is not a good end. */
interface Ended {
  readonly reply?: Reply;
  readonly fault?: string;
  readonly exit?: ExitCode;
}

/** Asks for the state until it is a final one, the time is over or a signal arrives. */
async function watch({ end, path, input, limit, connection }: Poll, io: Io): Promise<Ended> {
  const interrupted = untilSignal();
  const late = limit === undefined ? undefined : AbortSignal.timeout(limit);
  const signal = AbortSignal.any([interrupted, ...(late ? [late] : [])]);
  const request = { body: JSON.stringify(input), headers: { "content-type": "application/json" }, signal };
  let state = { text: "not finished", reason: "" };
  return withProgress(io, { label: `Waiting for the ${end.what}` }, async (progress) => {
    const look = lookAgain(connection, () => progress.update(undefined, "the gateway does not respond"));
    for (let interval = INTERVAL.first; ; interval = Math.min(INTERVAL.longest, interval * INTERVAL.growth)) {
      try {
        const reply = await look((channel) => channel.send(path, request), signal);
        const answer = reply.status === 200 ? parsed(reply.text) : undefined;
        if (!answer) return { reply };
        state = { text: wordAt(answer, end.state), reason: wordAt(answer, end.reason) };
        if (end.good.includes(state.text)) return { reply };
        if (end.bad?.includes(state.text)) return { reply, fault: `The ${end.what} is ${described(state)}` };
        progress.update(undefined, described(state));
        await pause(interval, undefined, { signal });
      } catch (error) {
        if (interrupted.aborted)
          return { fault: `Stopped waiting: the ${end.what} is ${described(state)}`, exit: Exit.interrupted };
        if (late?.aborted) return { fault: `Timed out: the ${end.what} is ${described(state)}` };
        if (error instanceof Unreachable) return { fault: `${error.message}, for ${ABSENCE / 1_000} seconds` };
        throw error;
      }
    }
  });
}

const described = ({ text, reason }: { text: string; reason: string }): string =>
  plain(reason === "" ? text : `${text}: ${reason}`);

function wordAt(answer: Readonly<Record<string, unknown>>, path: string | undefined): string {
  const value = path === undefined ? undefined : memberAt(answer, path);
  return typeof value === "string" ? value : "";
}

/** Sends requests, and repeats them for some time while the gateway cannot be reached. */
function lookAgain({ send, renew }: Poll["connection"], absent: () => void) {
  let channel: Pick<Channel, "send"> = { send };
  return async (ask: (channel: Pick<Channel, "send">) => Promise<Reply>, signal: AbortSignal): Promise<Reply> => {
    const until = performance.now() + ABSENCE;
    for (;;) {
      try {
        const reply = await ask(channel);
        // A gateway that is starting or stopping.
        if (reply.status !== 503 || performance.now() >= until) return reply;
      } catch (error) {
        if (!(error instanceof Unreachable) || signal.aborted || performance.now() >= until) throw error;
      }
      absent();
      await pause(INTERVAL.longest, undefined, { signal });
      try {
        channel = renew();
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
      }
    }
  };
}
