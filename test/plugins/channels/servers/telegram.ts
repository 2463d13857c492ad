import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { until } from "../context.ts";
import { answerWith, createFaults } from "./faults.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests assert the expected call
type Args = Record<string, any>;
interface Sent {
  readonly message_id: number;
  readonly chat: { id: number };
  text: string;
  readonly message_thread_id?: number;
}

/** An error answer of the Bot API: code, description and parameters. */
class Refusal extends Error {
  readonly code: number;
  readonly parameters: object | undefined;

  constructor(code: number, message: string, parameters?: object) {
    super(message);
    this.code = code;
    this.parameters = parameters;
  }
}

export const secret = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0";
export const bot = { id: 110_201_543, is_bot: true, first_name: "Postern", username: "postern_bot" };
export const ann = { id: 7001, is_bot: false, first_name: "Ann", last_name: "Lee", username: "annlee" };

/** A Bot API server with one bot, on a free port. */
export async function startTelegram() {
  const faults = createFaults();
  const calls: { method: string; args: Args }[] = [];
  const sockets = new Set<Socket>();
  const chats = new Map<number, Sent[]>([
    [7001, []],
    [-100, []],
    [-1001, []],
  ]);
  const state = { hasWebhook: false, isRevoked: false, migrated: new Map<number, number>(), isSilent: false };
  let updates: { update_id: number }[] = [];
  let nextUpdate = 1_000;
  let nextMessage = 1;
  let waiting: { refuse(refusal: Refusal): void; look(): void } | undefined;

  function chatOf(id: unknown): Sent[] {
    if (typeof id !== "number") throw new Refusal(400, "Bad Request: chat_id is empty");
    const to = state.migrated.get(id);
    if (to !== undefined)
      throw new Refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: to });
    const chat = chats.get(id);
    if (!chat) throw new Refusal(400, "Bad Request: chat not found");
    return chat;
  }

  function textIn({ text }: Args): string {
    if (typeof text !== "string" || text.trim() === "") throw new Refusal(400, "Bad Request: message text is empty");
    if (Array.from(text).length > 4_096) throw new Refusal(400, "Bad Request: message is too long");
    return text;
  }

  function messageIn({ chat_id, message_id }: Args, missing: string): [Sent[], number] {
    const chat = chatOf(chat_id);
    const at = chat.findIndex((one) => one.message_id === message_id);
    if (at < 0) throw new Refusal(400, `Bad Request: ${missing}`);
    return [chat, at];
  }

  const methods: Record<string, (args: Args) => unknown> = {
    getMe: () => bot,
    getUpdates,
    sendMessage: (args) => {
      const text = textIn(args);
      const thread = args.message_thread_id && { message_thread_id: args.message_thread_id };
      const message = {
        message_id: nextMessage++,
        chat: { id: args.chat_id },
        text,
        from: bot,
        date: now(),
        ...thread,
      };
      chatOf(args.chat_id).push(message);
      return message;
    },
    sendChatAction: ({ chat_id }) => {
      chatOf(chat_id);
      return true;
    },
    editMessageText: (args) => {
      const [chat, at] = messageIn(args, "message to edit not found");
      const message = chat[at] as Sent;
      if (message.text === textIn(args)) throw new Refusal(400, "Bad Request: message is not modified: the same");
      message.text = args.text;
      return message;
    },
    deleteMessage: (args) => {
      const [chat, at] = messageIn(args, "message to delete not found");
      chat.splice(at, 1);
      return true;
    },
  };

  function getUpdates({ offset, timeout = 0, limit = 100 }: Args): Promise<object[]> {
    if (state.hasWebhook)
      throw new Refusal(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook");
    waiting?.refuse(new Refusal(409, "Conflict: terminated by other getUpdates request"));
    // Asking for later updates confirms the earlier ones.
    if (offset !== undefined) updates = updates.filter(({ update_id }) => update_id >= offset);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(late);
        waiting = undefined;
        resolve(updates.slice(0, limit));
      };
      const late = setTimeout(settle, timeout * 1_000);
      waiting = {
        look: () => updates.length > 0 && settle(),
        refuse(refusal) {
          clearTimeout(late);
          waiting = undefined;
          reject(refusal);
        },
      };
      waiting.look();
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const body = await textOf(request);
    const args: Args = body === "" ? {} : JSON.parse(body);
    calls.push({ method, args });
    if (state.isSilent) return;
    const fault = faults.next(method);
    if (fault !== undefined && fault !== "mute") return answerWith(fault, response);
    const say = (status: number, content: object) => {
      if (fault === "mute") return response.destroy();
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    };
    try {
      if (token !== secret) throw new Refusal(404, "Not Found");
      if (state.isRevoked) throw new Refusal(401, "Unauthorized");
      const perform = methods[method];
      if (!perform) throw new Refusal(404, "Not Found: method not found");
      say(200, { ok: true, result: await perform(args) });
    } catch (error) {
      const { code = 500, message, parameters } = error as Refusal;
      say(code, { ok: false, error_code: code, description: message, ...(parameters && { parameters }) });
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  server.on("connection", (socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    waiting?.refuse(new Refusal(502, "Bad Gateway"));
    cut();
    server.close();
  });

  return {
    config: { apiRoot: `http://127.0.0.1:${port}` },
    ...faults,
    calls,
    chats,
    state,
    cut,
    /** Adds an update. Returns its number. */
    happens(update: object, number = nextUpdate++): number {
      updates.push({ update_id: number, ...update });
      waiting?.look();
      return number;
    },
    /** Adds a message of Ann. Returns it as in the update. */
    says(text: string, more: Args = {}) {
      const chat = { id: ann.id, type: "private", first_name: "Ann", last_name: "Lee" };
      const message = { message_id: nextMessage++, date: now(), chat, from: ann, text, ...more };
      this.happens({ message });
      return message;
    },
    /** Updates that were not confirmed. */
    left: () => updates.map(({ update_id }) => update_id),
    renumber: (number: number) => {
      nextUpdate = number;
    },
    called: (method: string) => calls.filter((call) => call.method === method).map(({ args }) => args),
    forgotten: () => until(() => updates.length === 0, "the forgetting of all updates"),
  };
}

const now = () => Math.floor(Date.now() / 1_000);

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
