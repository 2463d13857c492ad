import type { Edge, Node } from "../schemas.ts";

type Drawing = (nodes: readonly Node[], edges: readonly Edge[]) => string;

/** Maximum number of characters of a title in a drawing. */
const MAX_LENGTH = 80;

/** A Mermaid flowchart from left to right: arrows lead from a dependency to its dependents. */
export const mermaid: Drawing = (nodes, edges) =>
  [
    "flowchart LR",
    ...nodes.map((node) => `  ${node.id}["${mermaidText(labelOf(node))}"]:::${node.readiness.state}`),
    ...edges.map(({ taskId, dependencyTaskId }) => `  ${dependencyTaskId} --> ${taskId}`),
    ...Object.entries(COLOURS).map(([state, colour]) => `  classDef ${state} fill:${colour},color:#000`),
  ].join("\n");

/** The same in the DOT language of Graphviz. */
export const dot: Drawing = (nodes, edges) =>
  [
    "digraph tasks {",
    "  rankdir=LR;",
    '  node [shape=box, style="rounded,filled"];',
    ...nodes.map(
      (node) => `  "${node.id}" [label="${dotText(labelOf(node))}", fillcolor="${COLOURS[node.readiness.state]}"];`,
    ),
    ...edges.map(({ taskId, dependencyTaskId }) => `  "${dependencyTaskId}" -> "${taskId}";`),
    "}",
  ].join("\n");

const COLOURS: Record<Node["readiness"]["state"], string> = {
  ready: "#b7e4c7",
  waiting: "#ffe8a3",
  active: "#a9d6e5",
  terminal: "#dddddd",
};

/** One line without control characters, direction marks and unpaired surrogates. */
function labelOf({ title, status, archivedAt }: Node): string {
  const line = title.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const points = [...line];
  const shown = points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH - 1).join("")}…` : line;
  return `${shown} (${archivedAt === undefined ? status : "archived"})`;
}

/** Escapes every character that could be syntax in Mermaid, or in the HTML it generates, as a numeric entity. */
const mermaidText = (text: string): string =>
  text.replace(/[^\p{L}\p{M}\p{N} .,:()…_/+-]/gu, (char) => `#${char.codePointAt(0)};`);

const dotText = (text: string): string => text.replace(/[\\"]/g, "\\$&");
