import type { OperationEntry } from "@postern/core";

/** What is told of a command where many are listed. */
export type Listed = Pick<OperationEntry, "id" | "summary">;

/** Commands with what they do, a line each. */
export function listing(title: string, operations: readonly Listed[], columns: number): string {
  const rows = operations.map(({ id, summary }) => [`postern ${id.replaceAll(".", " ")}`, summary] as const);
  const width = Math.max(...rows.map(([command]) => command.length));
  const room = Math.max(columns - width - 4, 20);
  const lines = rows.map(
    ([command, summary]) =>
      `  ${command.padEnd(width)}  ${summary.length > room ? `${summary.slice(0, room - 1)}…` : summary}`,
  );
  return `${title}\n\n${lines.join("\n")}\n\nEach command tells more with --help.\n`;
}
