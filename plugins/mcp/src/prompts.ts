import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  text(given: Readonly<Record<string, string>>): string;
}

/** The commonest jobs with any set of operations. */
const PROMPTS: readonly Prompt[] = [
  {
    name: "do",
    title: "Do something",
    description: "Find the right tool for a goal, show its plan and carry it out",
    arguments: [{ name: "goal", description: "Task to do", required: true }],
    text: ({ goal = "" }) =>
      `Do this with the tools of Postern: ${goal}

1. Look up what exists with tools that only read. Do not guess ids.
2. Choose the tool. If you are not sure of its fields, ask "describe" for them.
3. If the tool plans first, call it without "execute", show me the summary and the effects of the plan, and wait for my consent. Then call it with "execute": true and the digest of the plan as "planDigest".
4. Report what was changed, with ids. If an answer is pending, say who has to approve it and do not repeat the call.`,
  },
  {
    name: "catch_up",
    title: "Catch up",
    description: "Summarize what happened since a time or an event",
    arguments: [
      { name: "since", description: "A time, or the cursor of an earlier answer; today by default", required: false },
    ],
    text: ({ since = "the start of today" }) =>
      `Summarize what happened in Postern since ${since}.

1. Read the events with "events_wait" and "seconds": 0, from the cursor if I gave one and from "0.0" otherwise, until "more" is false.
2. Look up the records that the events are about, where their data does not say enough.
3. Write a short summary by subject: first what needs a decision from me, then what is finished, then the rest. Leave out what is only technical. End with the last cursor, so that I can continue from it.`,
  },
  {
    name: "watch",
    title: "Wait for something",
    description: "Wait until something happens, then act or report",
    arguments: [
      { name: "what", description: "What to wait for", required: true },
      { name: "action", description: "Action when it happens; by default a report", required: false },
    ],
    text: ({ what = "", action = "report it to me" }) =>
      `Wait in Postern for this: ${what}. When it happens: ${action}.

1. Check with a tool that only reads whether it has already happened.
2. Otherwise call "events_wait" with the event types that fit, again and again, each time with the cursor of the last answer as "after".
3. Do what I asked for. Show me the plan of anything that sends, publishes or destroys before you carry it out.`,
  },
];

export const listPrompts = () => ({
  prompts: PROMPTS.map(({ text: _, arguments: given, ...prompt }) => ({
    ...prompt,
    arguments: given.map((one) => ({ ...one })),
  })),
});

export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) {
    const names = PROMPTS.map((one) => one.name).join(", ");
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt "${name}" not found. Prompts: ${names}`);
  }
  const missing = prompt.arguments.find((one) => one.required && !given[one.name]);
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Argument "${missing.name}" is required`);
  return {
    description: prompt.description,
    messages: [{ role: "user", content: { type: "text", text: prompt.text(given) } }],
  };
}
