import type { CodingContent, CodingMessage } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { Text } from "../../ui/text.tsx";
import { Time } from "../../ui/time.tsx";

const NAMES: Readonly<Record<CodingMessage["kind"], string>> = {
  user: "Prompt",
  agent: "Agent",
  thought: "Thought",
  tool: "Tool",
  plan: "Plan",
};

/** A message of a transcript: a prompt, a reply, a thought, a tool call or a plan. */
export function CodingMessageItem({ message }: { message: CodingMessage }) {
  const { kind, text, tool, plan, at } = message;
  return (
    <article class={`coding-message is-${kind}`} aria-label={NAMES[kind]}>
      <div class="row small coding-head">
        <strong>{NAMES[kind]}</strong>
        {tool?.status !== undefined && <Badge text={tool.status} tone={toneOf(tool.status)} />}
        <Time at={at} />
      </div>
      {tool ? (
        <details class="coding-tool">
          <summary>
            <span class="words" dir="auto">
              {tool.title ?? tool.kind ?? tool.id}
            </span>
          </summary>
          <CodingContents contents={tool.content ?? []} />
          {tool.left !== undefined && <p class="small muted">{tool.left} more items were dropped.</p>}
        </details>
      ) : plan ? (
        <ol class="coding-plan">
          {plan.map(({ content, status }) => (
            <li key={content} class="row">
              <Badge text={status} tone={toneOf(status)} />
              <span class="words" dir="auto">
                {content}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <Text text={text ?? ""} />
      )}
    </article>
  );
}

/** What a tool call shows: texts, and changes of files. */
export function CodingContents({ contents }: { contents: readonly CodingContent[] }) {
  return (
    <div class="stack">
      {contents.map(({ type, text, path, before, after, cut }, at) => (
        <div key={`${at} ${type}`} class="stack">
          {path !== undefined && <code class="words">{path}</code>}
          {text !== undefined && (
            <div class="coding-output">
              <Text text={text} isCode />
            </div>
          )}
          {(before !== undefined || after !== undefined) && (
            <div class="diff">
              {before !== undefined && before !== "" && <del>{lines("−", before)}</del>}
              {after !== undefined && <ins>{lines("+", after)}</ins>}
            </div>
          )}
          {cut && <p class="small muted">The text was truncated.</p>}
        </div>
      ))}
      {contents.length === 0 && <p class="small muted">No output.</p>}
    </div>
  );
}

const lines = (sign: string, text: string): string =>
  text
    .split("\n")
    .map((line) => `${sign} ${line}`)
    .join("\n");

const toneOf = (status: string) =>
  status === "completed" ? "good" : status === "failed" ? "bad" : status === "in_progress" ? "accent" : "plain";
