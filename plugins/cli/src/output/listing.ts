import type { OperationEntry } from "@postern/core";
import type { Io } from "../io.ts";
import { wrapped } from "./fit.ts";

/** A command in a list of commands. */
export type Listed = Pick<OperationEntry, "id" | "summary">;

/** Commands with their summaries, which are wrapped at the width of a terminal. */
export function listing(
  title: string,
  operations: readonly Listed[],
  { isTerminal, columns }: Pick<Io, "isTerminal" | "columns">,
): string {
  const rows = operations.map(({ id, summary }) => [`postern ${id.replaceAll(".", " ")}`, summary] as const);
  const width = Math.max(...rows.map(([command]) => command.length));
  const available = isTerminal ? Math.max(columns - width - 4, 20) : Number.POSITIVE_INFINITY;
  const lines = rows.flatMap(([command, summary]) =>
    wrapped(summary, available).map((line, at) => `  ${(at === 0 ? command : "").padEnd(width)}  ${line}`),
  );
  return `${title}\n\n${lines.join("\n")}\n\nRun a command with --help to see its options and examples.\n`;
}
