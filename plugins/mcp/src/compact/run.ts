import { readArguments } from "../calls/arguments.ts";
import { callOperation, invalid } from "../calls/operation.ts";
import { answerOf, answerWith, type ToolAnswer } from "../calls/result.ts";
import type { Json } from "../json.ts";
import type { Session } from "../session.ts";
import { findOperation } from "../tools/find.ts";
import { describe } from "./describe.ts";
import { ChangeInput, DescribeInput, RunInput, SearchInput } from "./schemas.ts";
import { search } from "./search.ts";
import { assertTier, type Tier } from "./tier.ts";

/** The tools for all operations, by name. Each throws what the operation itself would refuse before it runs. */
export const compact: Readonly<Record<string, (session: Session, given: Json) => Promise<ToolAnswer>>> = {
  search: async (session, given) => answerWith(search(session, readArguments(SearchInput, given))),
  describe: async (session, given) => {
    const operation = findOperation(session, readArguments(DescribeInput, given).operation);
    return answerWith(describe(operation));
  },
  read: (session, given) => run(session, given, "read"),
  plan: (session, given) => run(session, given, "plan"),
  write: (session, given) => change(session, given, "write"),
  destroy: (session, given) => change(session, given, "destroy"),
};

async function run(session: Session, given: Json, tool: "read" | "plan"): Promise<ToolAnswer> {
  const { operation: name, input = {} } = readArguments(RunInput, given);
  const operation = findOperation(session, name);
  assertTier(operation, tool);
  return answerOf(await callOperation(session, operation, { input, isDryRun: tool === "plan" }));
}

async function change(session: Session, given: Json, tool: Exclude<Tier, "read">): Promise<ToolAnswer> {
  const { operation: name, input = {}, execute, planDigest, approvalReason } = readArguments(ChangeInput, given);
  const operation = findOperation(session, name);
  assertTier(operation, tool);
  if (execute !== undefined && Object.hasOwn(input, "execute"))
    throw invalid("/execute", "is also a member of the input");
  const whole = execute === undefined ? input : { ...input, execute };
  return answerOf(await callOperation(session, operation, { input: whole, planDigest, approvalReason }));
}
