import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A request for a completion as the server received it. */
export interface Asked {
  readonly headers: IncomingMessage["headers"];
  readonly body: {
    model: string;
    messages: { role: string; content: string | null; tool_calls?: unknown[]; tool_call_id?: string }[];
    tools?: { function: { name: string; parameters: object } }[];
    stream: boolean;
    max_tokens: number;
  };
}

/** What the server does with a request. */
export type Script = (asked: Asked, response: ServerResponse) => unknown;

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "small" };
const chunk = (delta: object, finish_reason: string | null = null) =>
  event({ ...head, choices: [{ index: 0, delta, finish_reason }] });
const DONE = "data: [DONE]\n\n";

export function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

const TOKENS = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** Streams a text in pieces, as the servers of models do. */
export const says =
  (pieces: readonly string[], { usage = TOKENS, finish = "stop" }: { usage?: unknown; finish?: string } = {}): Script =>
  (_asked, response) => {
    begin(response);
    response.write(chunk({ role: "assistant", content: "" }));
    for (const content of pieces) response.write(chunk({ content }));
    response.write(chunk({}, finish));
    // As text, because JSON.stringify writes no numbers that are not finite.
    if (usage !== undefined)
      response.write(
        event({ ...head, choices: [], usage: "USAGE" }).replace(
          '"USAGE"',
          typeof usage === "string" ? usage : JSON.stringify(usage),
        ),
      );
    response.end(DONE);
  };

/** Streams a call of a tool, its arguments in two pieces. */
export const calls =
  (name: string, input: object, { id = "call_1" }: { id?: string } = {}): Script =>
  (_asked, response) => {
    const given = JSON.stringify(input);
    const half = Math.floor(given.length / 2);
    begin(response);
    const call = { index: 0, id, type: "function", function: { name, arguments: "" } };
    response.write(chunk({ role: "assistant", content: null, tool_calls: [call] }));
    for (const piece of [given.slice(0, half), given.slice(half)])
      response.write(chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }));
    response.write(chunk({}, "tool_calls"));
    response.end(DONE);
  };

/** Refuses a request as servers do. */
export const refuses =
  (status: number, message: string, headers: Record<string, string> = {}): Script =>
  (_asked, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message, type: "error" } }));
  };

export { chunk, DONE };

/** A server with the chat completions API. Each request is answered by the next script; the last one is repeated. */
export async function openModelServer(...scripts: Script[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/v1/models") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "small", object: "model" }] }));
      return;
    }
    const one = { headers: request.headers, body: JSON.parse(await text(request)) };
    asked.push(one);
    const script = scripts.length > 1 ? scripts.shift() : scripts[0];
    await script?.(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    baseURL: `http://127.0.0.1:${port}/v1`,
    script: (...next: Script[]) => void scripts.splice(0, scripts.length, ...next),
  };
}
