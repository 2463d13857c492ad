import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { suggest } from "@postern/core";
import { compact } from "../compact/run.ts";
import { WaitInput } from "../events/tool.ts";
import { waitForEvents } from "../events/wait.ts";
import type { Json } from "../json.ts";
import type { Session } from "../session.ts";
import { operationOfTool, withinGroups } from "../tools/find.ts";
import { listTools } from "../tools/list.ts";
import { readArguments } from "./arguments.ts";
import { callTool } from "./operation.ts";
import { answerOf, answerWith, type ToolAnswer } from "./result.ts";

/** Runs a tool. Only a name that no tool has is an error of the protocol; all others are results that a model can read. */
export async function runTool(
  session: Session,
  name: string,
  given: Json,
  gone: () => AbortSignal,
): Promise<ToolAnswer> {
  const run = runnerOf(session, name, gone);
  if (!run) {
    const nearest = suggest(
      name,
      listTools(session).tools.map((tool) => tool.name),
    );
    const hint = nearest.length > 0 ? `. Did you mean ${nearest.join(", ")}?` : "";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool "${name.slice(0, 200)}" not found${hint}`);
  }
  try {
    return await run(given);
  } catch (error) {
    return answerOf(session.calls.refuse(error, name.slice(0, 20)));
  }
}

/** Whether a name is that of a tool, whether or not the key may call it. */
export const hasTool = (session: Session, name: string): boolean =>
  runnerOf(session, name, () => new AbortController().signal) !== undefined;

type Run = (given: Json) => Promise<ToolAnswer>;

function runnerOf(session: Session, name: string, gone: () => AbortSignal): Run | undefined {
  const { host, options } = session;
  if (options.mode === "tools") {
    const operation = operationOfTool(host.manifest, name);
    if (operation) return async (given) => callTool(session, withinGroups(session, operation), given);
  }
  if (name === "events_wait")
    return async (given) => answerWith(await waitForEvents(session, readArguments(WaitInput, given), gone()));
  const run =
    options.mode === "compact" || name === "describe" ? Object.entries(compact).find(([n]) => n === name) : undefined;
  return run && ((given) => run[1](session, given));
}
