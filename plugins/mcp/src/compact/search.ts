import type { OperationEntry } from "@postern/core";
import type { Session } from "../session.ts";
import { operationsFor } from "../tools/operations.ts";
import type { Tool } from "../tools/tool.ts";
import { SearchInput } from "./schemas.ts";

/** How many operations an answer has. */
const PAGE = 20;

export const searchTool: Tool = {
  name: "search",
  description:
    "Find operations by words, best first. Without words, list all operations, or the operations of a group.",
  inputSchema: { ...SearchInput },
  outputSchema: { type: "object", required: ["operations", "total"] },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** The operations that the key may call and that match, best first. */
export function search({ host, caller, options }: Session, { query = "", group, offset = 0 }: SearchInput) {
  const words = wordsOf(query);
  const found = operationsFor(host.manifest, caller, options.groups)
    .filter((operation) => group === undefined || operation.group === group)
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0 || words.length === 0)
    .sort((left, right) => right.score - left.score);
  const page = found.slice(offset, offset + PAGE);
  return {
    operations: page.map(({ operation: { id, effect, summary } }) => ({ operation: id, effect, summary })),
    total: found.length,
    ...(offset + PAGE < found.length && { nextOffset: offset + PAGE }),
    ...(found.length === 0 && { groups: host.manifest.groups.map(({ name }) => name) }),
  };
}

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 1)
      .map(stemOf),
  ),
];

/** Without the endings of plurals and of the commonest forms of verbs. */
const stemOf = (word: string): string => (word.length > 4 ? word.replace(/(ies|ing|es|ed|s|y|e)$/, "") : word);

/** A word in the id counts most, then one in the summary, then one in the description. */
function scoreOf({ id, summary, description = "" }: OperationEntry, words: readonly string[]): number {
  const [inId, inSummary, inDescription] = [id, summary, description].map(wordsOf) as [string[], string[], string[]];
  return words.reduce((sum, word) => {
    const weight = inId.includes(word) ? 8 : inSummary.includes(word) ? 4 : inDescription.includes(word) ? 1 : 0;
    return sum + weight;
  }, 0);
}
