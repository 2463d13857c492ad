import { nonRetryable } from "@postern/kit/queue";
import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import type { AnswerContext, Outcome, Tools } from "../../services.ts";
import type { ModelClient } from "./client.ts";
import { promptOf } from "./prompt.ts";
import type { Reply, ToolCall } from "./reply.ts";
import { inputOf, usageOf } from "./usage.ts";

interface Config {
  readonly model: string;
  readonly historyTokens?: number;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly maxRounds?: number;
  readonly maxTotalTokens?: number;
}

const MAX_TOKENS = 2_000;
const MAX_TOTAL = 100_000;
const MAX_ROUNDS = 8;
/** Maximum length of what a tool answers, in characters. */
const MAX_RESULT = 20_000;

/** Lets the model reply and call tools until it has written an answer. */
export async function converse(context: AnswerContext<Config>, client: ModelClient): Promise<Outcome> {
  const { config, tools: own, turn, signal, draft } = context;
  const { traceparent } = turn.cause ?? {};
  const { model, maxTokens = MAX_TOKENS, maxRounds = MAX_ROUNDS, maxTotalTokens = MAX_TOTAL, temperature } = config;
  const messages = await promptOf(context, config.historyTokens);
  const offered = own.all.map(toolFor);
  let spent = 0;
  for (let round = 1; ; round++) {
    // The last reply has no tools, so that the person gets an answer.
    const tools = round > maxRounds ? [] : offered;
    const asking = { model, messages, tools, maxTokens, temperature, traceparent };
    const estimate = { input: inputOf(asking), output: maxTokens };
    if (spent + estimate.input > maxTotalTokens)
      throw nonRetryable(`The turn needs more than ${maxTotalTokens} tokens`);
    const settle = await context.reserve(estimate);
    const { report, text, calls } = await client.ask(asking, signal, draft);
    const usage = usageOf(asking, { text, calls }, report);
    await settle(usage);
    spent += usage.input + usage.output;
    if (calls.length === 0) return { text };
    if (round > maxRounds) throw nonRetryable(`The model called tools in more than ${maxRounds} replies`);
    messages.push(assistantMessage({ text, calls }));
    for (const call of calls) messages.push(await resultOf(own, call));
    signal.throwIfAborted();
  }
}

const toolFor = ({ name, description, input }: Tools["all"][number]): ChatCompletionTool => ({
  type: "function",
  function: { name, description, parameters: { ...input } },
});

const assistantMessage = ({ text, calls }: Reply): ChatCompletionMessageParam => ({
  role: "assistant",
  content: text || null,
  tool_calls: calls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: given },
  })),
});

async function resultOf(tools: Tools, { id, name, arguments: given }: ToolCall): Promise<ChatCompletionMessageParam> {
  const input = parse(given);
  const { answer } =
    input === undefined
      ? { answer: { message: "The arguments are not a JSON object" } }
      : await tools.call(name, input);
  const text = JSON.stringify(answer);
  const content = text.length > MAX_RESULT ? `${text.slice(0, MAX_RESULT)}… (cut: ask for less)` : text;
  return { role: "tool", tool_call_id: id, content };
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
