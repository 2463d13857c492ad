#!/usr/bin/env node
/**
 * A server with the chat completions API of OpenAI, but without a model. It repeats what it is told, word by word. The
 * message "task: TITLE" calls the tool tasks_create if it is offered, and reports its result.
 *
 *   PORT  port on 127.0.0.1, 11434 by default (that of Ollama); 0 for a free one
 *   WAIT  milliseconds before each word, 0 by default
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

const wait = Number(process.env.WAIT ?? 0);

const server = createServer(async (request, response) => {
  if (request.method === "GET" && request.url === "/v1/models")
    return send(response, 200, { object: "list", data: [{ id: "parrot", object: "model" }] });
  if (request.method !== "POST" || request.url !== "/v1/chat/completions")
    return send(response, 404, { error: { message: `${request.method} ${request.url} does not exist` } });
  const { model, messages, tools = [], stream } = await json(request);
  if (model !== "parrot") return send(response, 404, { error: { message: `model '${model}' not found` } });
  const head = { id: `chatcmpl-${Date.now()}`, created: Math.floor(Date.now() / 1_000), model };
  const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
  const { finish_reason, ...message } = reply(messages, tools);
  if (!stream) {
    const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason }];
    return send(response, 200, { ...head, object: "chat.completion", choices, usage });
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const write = (part) =>
    response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", ...part })}\n\n`);
  for (const delta of deltasOf(message)) {
    await pause(wait);
    write({ choices: [{ index: 0, delta, finish_reason: null }] });
  }
  write({ choices: [{ index: 0, delta: {}, finish_reason }] });
  write({ choices: [], usage });
  response.end("data: [DONE]\n\n");
});

function reply(messages, tools) {
  const last = messages.at(-1);
  if (last.role === "tool") {
    const { task, message = "unknown error" } = JSON.parse(last.content);
    return { content: task ? `I created the task "${task.title}".` : `That failed: ${message}`, finish_reason: "stop" };
  }
  const [, title] = /task: (.+)$/.exec(last.content) ?? [];
  if (title === undefined || !tools.some((tool) => tool.function.name === "tasks_create"))
    return { content: `You said: ${last.content}`, finish_reason: "stop" };
  const call = { name: "tasks_create", arguments: JSON.stringify({ title }) };
  return {
    content: null,
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }],
    finish_reason: "tool_calls",
  };
}

/** The pieces in which a message is streamed: a text word by word. */
function deltasOf({ content, tool_calls }) {
  const head = { role: "assistant", content: content && "" };
  return [
    head,
    ...(tool_calls ? [{ tool_calls }] : (content.match(/\S+\s*/g) ?? []).map((word) => ({ content: word }))),
  ];
}

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

server.listen(Number(process.env.PORT ?? 11_434), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/v1`),
);
