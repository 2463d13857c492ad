import { type ClientRequest, type IncomingMessage, request } from "node:http";
import batch from "@postern/batch";
import chats from "@postern/chats";
import type { Plugin } from "@postern/core";
import { defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { type Listening, type ListenOptions, listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { createGate } from "../../run/gate.ts";

export interface Answer {
  id: string | null;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any;
}

/** One open request to the batch route, over a socket. */
export interface Batch {
  readonly request: ClientRequest;
  readonly response: Promise<IncomingMessage>;
  /** The answers that have arrived. */
  readonly answers: readonly Answer[];
  /** Sends lines; false if the connection does not take more now. */
  send(...lines: unknown[]): boolean;
  /** The answers, when the answer has ended. */
  end(): Promise<Answer[]>;
  /** Resolves when the answer has ended, or is broken off. */
  readonly closed: Promise<void>;
}

export const text = (line: unknown): string => `${typeof line === "string" ? line : JSON.stringify(line)}\n`;

/** Opens a request. `read: false` does not read the answer. */
export function openBatch(
  port: number,
  key: string,
  { headers = {}, read = true, query = "" }: { headers?: Record<string, string>; read?: boolean; query?: string } = {},
): Batch {
  const answers: Answer[] = [];
  let rest = "";
  let ended = () => {};
  const closed = new Promise<void>((resolve) => (ended = resolve));
  const call = request({
    ...{ port, path: `/api/v1/batch${query}`, method: "POST" },
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson", ...headers },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    call.on("response", resolve).on("error", reject);
  });
  call.on("error", ended);
  response.then(
    (answer) => {
      answer.on("close", ended);
      if (!read) return;
      answer.setEncoding("utf8").on("data", (part: string) => {
        const lines = (rest + part).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) answers.push(JSON.parse(line));
      });
    },
    () => {},
  );
  return {
    request: call,
    response,
    answers,
    closed,
    send: (...lines) => call.write(lines.map(text).join("")),
    async end() {
      call.end();
      await closed;
      return answers;
    },
  };
}

/** Operations that wait until the test lets them finish. */
export function gatedPlugin() {
  const group = defineGroup("gated", { title: "Gated" });
  const gates = new Map<string, ReturnType<typeof createGate>>();
  const gateOf = (name: string) => gates.get(name) ?? gates.set(name, createGate()).get(name) ?? createGate();
  const started: string[] = [];
  const input = T.Object({ name: T.String() });
  const output = T.Object({ name: T.String() });
  const wait = defineQuery(group, {
    ...{ id: "gated.wait", summary: "Wait", input, output, examples: [] },
    async run(_ctx, { name }) {
      started.push(name);
      await gateOf(name).opened;
      return { name };
    },
  });
  const large = defineQuery(group, {
    ...{ id: "gated.large", summary: "Show a large text", input, output, examples: [] },
    run(_ctx, { name }) {
      started.push(name);
      return { name: name.padEnd(100_000, "x") };
    },
  });
  const plugin: Plugin = definePlugin(group, { version: "1.0.0", operations: [wait, large] })();
  return { plugin, started, open: (name: string) => gateOf(name).open() };
}

/** A served gateway with the batch route, until the test has finished. */
export async function servedBatch(...setting: Parameters<typeof serveBatch>) {
  const fixture = await serveBatch(...setting);
  onTestFinished(fixture.close);
  return fixture;
}

/** A served gateway with the batch route, until `close`. */
export async function serveBatch(
  config: Parameters<typeof batch>[0] = {},
  options: ListenOptions = {},
  storage = memory(),
) {
  const gated = gatedPlugin();
  const plugins = [batch(config), chats(), notesPlugin(), gated.plugin];
  const fixture = await testGateway({ plugins, storage });
  const door: Listening = await listen(fixture.gateway, { port: 0, ...options });
  const close = async () => {
    await door.close({ grace: 0 });
    await fixture.stop();
  };
  const open = (key = fixture.admin.key, more?: Parameters<typeof openBatch>[2]) => openBatch(door.port, key, more);
  return { ...fixture, gated, door, open, close };
}
