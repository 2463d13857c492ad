import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { actorId, actorName } from "@postern/client/actor-names";
import type { OperationEntry } from "@postern/core";
import type { Catalog } from "../catalog.ts";
import { confirm } from "../confirm.ts";
import { connect } from "../connection.ts";
import { missingGroup } from "../disabled.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import { flagsOf } from "../flags.ts";
import { followEvents } from "../follow-events.ts";
import type { Io } from "../io.ts";
import { callerName } from "../made-values.ts";
import { timeText } from "../output/cell.ts";
import { paintFor } from "../output/display.ts";
import { plain } from "../output/plain.ts";
import { problemText } from "../output/problem.ts";
import { resolveReferences } from "../references.ts";
import type { Connection } from "../remote.ts";
import type { Settings } from "../settings.ts";
import { parsed } from "./call.ts";
import { helpText, readTyped, unknownCommand } from "./chat-typed.ts";

export interface ChatFlags {
  actor?: string;
  history?: string;
  create?: boolean;
}

interface Message {
  id: string;
  chatId: string;
  actorId: string;
  clientMessageId: string;
  content: { text?: string };
  createdAt: number;
}

/** Converses in a chat: shows its last messages and new ones as they arrive, and sends what is typed. */
export async function chat(
  settings: Settings,
  { manifest, plugins }: Catalog,
  name: string,
  flags: ChatFlags,
  io: Io,
): Promise<ExitCode> {
  const connection = await connect(settings, plugins);
  const operation = (id: string): OperationEntry => {
    const found = manifest.operations.find((one) => one.id === id);
    if (found) return found;
    throw missingGroup("chats", settings);
  };
  try {
    const call = callerOf(connection, operation);
    const chatId = await chatIdOf(name, flags, { call, operation, connection, operations: manifest.operations }, io);
    const actor = flags.actor === undefined ? await callerName(manifest.operations, connection) : actorId(flags.actor);
    return await converse(settings, { chatId, actor: actor ?? "user", history: Number(flags.history ?? 20) }, call, io);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    io.note(await problemText(error.problem, error.status, connection.refusedKey));
    return exitOf(error.status, error.problem);
  } finally {
    await connection.close();
  }
}

class Refused extends Error {
  readonly status: number;
  readonly problem: Record<string, unknown> | undefined;

  constructor(status: number, problem: Record<string, unknown> | undefined) {
    super("refused");
    this.status = status;
    this.problem = problem;
  }
}

type Call = (id: string, body: object) => Promise<Record<string, unknown>>;

const callerOf =
  (connection: Connection, operation: (id: string) => OperationEntry): Call =>
  async (id, body) => {
    const headers = { "content-type": "application/json" };
    const { status, text } = await connection.send(operation(id).path, { body: JSON.stringify(body), headers });
    const answer = parsed(text);
    if (status !== 200 || !answer) throw new Refused(status, answer);
    return answer;
  };

interface Place {
  readonly call: Call;
  readonly operation: (id: string) => OperationEntry;
  readonly operations: readonly OperationEntry[];
  readonly connection: Connection;
}

/** The id of the chat with this name. If there is none, the caller may create it. */
async function chatIdOf(name: string, { create }: ChatFlags, place: Place, io: Io): Promise<string> {
  const field = flagsOf(place.operation("chats.messages.list")).find((flag) => flag.field === "chatId");
  const body = { chatId: name };
  try {
    await resolveReferences(field ? [field] : [], body, place.operations, place.connection);
    return body.chatId;
  } catch (error) {
    if (!(error instanceof Refusal) || error.exit !== Exit.failed) throw error;
    if (!create) {
      if (!io.asks) throw error;
      await confirm(`Chat ${JSON.stringify(name)} does not exist. Create it?`, "--create", io);
    }
    const { chat: made } = await place.call("chats.create", { title: name });
    return (made as { id: string }).id;
  }
}

interface Conversation {
  readonly chatId: string;
  readonly actor: string;
  readonly history: number;
}

async function converse(
  settings: Settings,
  { chatId, actor, history }: Conversation,
  call: Call,
  io: Io,
): Promise<ExitCode> {
  const paint = paintFor(io.colors);
  const ended = new AbortController();
  const sent = new Set<string>();
  const input = createInterface({ input: io.stdin, output: io.asks ? process.stdout : undefined, terminal: io.asks });
  // Lines that arrive before they are read are kept from here on.
  const lines = input[Symbol.asyncIterator]();
  input.setPrompt(`${paint("cyan", "›")} `);
  let isPrompting = false;
  /** Prints above the line that is being typed, which stays. */
  const say = (text: string): void => {
    if (isPrompting) process.stdout.write("\r\u001b[K");
    io.out(text);
    if (isPrompting) input.prompt(true);
  };
  const line = ({ createdAt, actorId: author, content }: Message): string => {
    const body = plain(content.text ?? "(deleted)").replaceAll("\n", "\n    ");
    return `${paint("dim", timeText(createdAt, true).slice(11))} ${paint("bold", plain(actorName(author)))}: ${body}\n`;
  };
  let failure: Refused | Refusal | undefined;
  let oldest: string | undefined;
  async function showOlder(limit: number): Promise<void> {
    const before = oldest === undefined ? {} : { before: oldest };
    const page = { chatId, order: "desc", limit: String(limit), ...before };
    const messages = (await call("chats.messages.list", page)).messages as (Message & { sortKey: string })[];
    oldest = messages.at(-1)?.sortKey ?? oldest;
    say(messages.length === 0 ? "No older messages\n" : messages.reverse().map(line).join(""));
  }
  async function send(content: string): Promise<void> {
    const clientMessageId = randomUUID();
    sent.add(clientMessageId);
    try {
      await call("chats.messages.create", { chatId, actorId: actor, clientMessageId, content });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(`Not sent: ${await problemText(error.problem, error.status, async () => "The key is no longer accepted.")}`);
    }
  }

  try {
    // Nothing is sent before new messages can be seen.
    await new Promise<void>((connected, refused) => {
      followEvents(
        settings,
        { type: "chats.message.created" },
        {
          event({ event, data }) {
            if (event === "gap") return;
            const { message } = (JSON.parse(data) as { data: { message: Message } }).data;
            if (message.chatId === chatId && !sent.delete(message.clientMessageId)) say(line(message));
          },
          connected: () => connected(),
          interrupted: (reason, wait) =>
            say(`Disconnected: ${plain(reason)}. Reconnecting in ${Math.ceil(wait / 1_000)} s.\n`),
        },
        ended.signal,
      )
        .then((refusal) => {
          if (!refusal) return;
          failure =
            refusal.status === 404
              ? missingGroup("events", settings)
              : new Refused(refusal.status, parsed(refusal.body));
          refused(failure);
          input.close();
        })
        .catch(refused);
    });
    if (history > 0) await showOlder(history);
    if (io.asks) say(helpText(io.columns - 1));
    input.on("SIGINT", () => input.close());
    isPrompting = io.asks;
    if (io.asks) input.prompt();
    const begun: string[] = [];
    for await (const typed of lines) {
      begun.push(typed.replace(/\\$/, ""));
      if (typed.endsWith("\\")) continue;
      const read = readTyped(begun.splice(0).join("\n"));
      if (read !== undefined) {
        if ("message" in read) await send(read.message);
        else if ("unknown" in read) say(unknownCommand(plain(read.unknown)));
        else if (read.command === "help") say(helpText(io.columns - 1));
        else if (read.command === "history") await showOlder(20);
        else break;
      }
      if (io.asks) input.prompt();
    }
  } finally {
    input.close();
    ended.abort();
  }
  if (failure) throw failure;
  return Exit.done;
}
