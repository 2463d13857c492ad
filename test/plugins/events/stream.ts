import { type IncomingMessage, request } from "node:http";
import chats from "@postern/chats";
import context from "@postern/context";
import { defineGroup, definePlugin } from "@postern/core";
import { listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { type Drainable, drainables } from "@postern/kit/checks";
import memory from "@postern/storage-memory";
import { expect } from "vitest";
import { createServerSentReader } from "../../../plugins/cli/src/server-sent.ts";

export const ends: (() => Promise<unknown>)[] = [];

export interface CloudEvent {
  id: string;
  type: string;
  subject?: string;
  data: { message?: { content: { text: string } } };
}

export async function serve(config: Parameters<typeof events>[0] = {}, storage = memory()) {
  let hub: Drainable | undefined;
  const group = defineGroup("watcher", { title: "Watcher" });
  const watcher = definePlugin(group, {
    version: "1.0.0",
    operations: [],
    provides: { drainables },
    setup: () => ({
      services: {
        drainables: {
          register(drainable) {
            hub = drainable;
            return () => {};
          },
        },
      },
    }),
  });
  const found = await testGateway({ plugins: [context(), chats(), events(config), watcher()], storage });
  const { url, close } = await listen(found.gateway, { port: 0 });
  ends.push(async () => {
    await close();
    await found.stop();
  });
  const { chat } = await found.gateway.call("chats.create", { title: "Tea" });
  let sent = 0;
  const say = async (content = `cup ${sent}`) => {
    sent++;
    const input = { chatId: chat.id, actorId: "main", clientMessageId: `m-${sent}`, content };
    return (await found.gateway.call("chats.messages.create", input)).messageId;
  };
  return { ...found, url, chat, say, streams: () => hub?.streams?.() };
}

/** A client of the stream, which can be paused. */
export function follow(url: string, key: string | undefined, query = "", headers: Record<string, string> = {}) {
  const got: CloudEvent[] = [];
  const gaps: unknown[] = [];
  const state = { status: 0, ended: false, lastId: "", text: "", comments: 0 };
  let response: IncomingMessage | undefined;
  const opened = new Promise<void>((resolve, reject) => {
    const auth = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const asked = request(`${url}/api/v1/events/stream${query}`, { headers: { ...auth, ...headers } }, (answer) => {
      response = answer;
      state.status = answer.statusCode ?? 0;
      const take = createServerSentReader(
        ({ event, data }) => (event === "gap" ? gaps.push(JSON.parse(data)) : got.push(JSON.parse(data))),
        (id) => {
          state.lastId = id;
        },
      );
      answer.setEncoding("utf8").on("data", (piece: string) => {
        state.text += piece;
        if (state.status === 200) take(piece);
      });
      answer.on("close", () => {
        state.ended = true;
      });
      answer.on("error", () => {});
      resolve();
    });
    asked.on("error", reject).end();
    ends.push(async () => asked.destroy());
  });
  return {
    opened,
    got,
    gaps,
    state,
    ids: () => got.map(({ id }) => id),
    pause: () => response?.pause(),
    resume: () => response?.resume(),
    close: () => response?.destroy(),
  };
}

export const until = (test: () => unknown) => expect.poll(test);
export const messages = "?type=chats.message.*";
