import type { Mode, OperationEntry } from "./door.ts";

/** External work would leave this machine; destroyed records would be missing in later examples. */
export const modesOf = ({ dryRun, effect }: OperationEntry): readonly Mode[] =>
  dryRun === "never" || effect !== "write" ? ["default"] : ["default", "execute"];

/** What creates records comes first, so that later examples find them; what destroys them comes last. */
export const inExampleOrder = (operations: readonly OperationEntry[]): OperationEntry[] =>
  [...operations].sort((left, right) => rank(left) - rank(right));

function rank({ id, kind, effect }: OperationEntry): number {
  if (/\.(create|enable)$/.test(id)) return id.split(".").length - 10;
  if (kind === "query") return 1;
  return effect === "destroy" ? 2 : 0;
}
