import type { OperationEntry } from "@postern/core";

/** A command in a list of commands. */
export type Listed = Pick<OperationEntry, "id" | "summary">;

/** Commands with their summaries, one per line. */
export function listing(title: string, operations: readonly Listed[], columns: number): string {
  const rows = operations.map(({ id, summary }) => [`postern ${id.replaceAll(".", " ")}`, summary] as const);
  const width = Math.max(...rows.map(([command]) => command.length));
  const available = Math.max(columns - width - 4, 20);
  const lines = rows.map(
    ([command, summary]) =>
      `  ${command.padEnd(width)}  ${summary.length > available ? `${summary.slice(0, available - 1)}…` : summary}`,
  );
  return `${title}\n\n${lines.join("\n")}\n\nRun a command with --help to see its options and examples.\n`;
}
