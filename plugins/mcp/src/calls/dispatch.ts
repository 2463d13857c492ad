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

/** Runs a tool. Undefined if no tool has the name; all other errors are answers that a model can read. */
export function runTool(
  session: Session,
  name: string,
  given: Json,
  gone: () => AbortSignal,
): Promise<ToolAnswer> | undefined {
  const run = runnerOf(session, name, gone);
  return run?.(given).catch((error: unknown) => answerOf(session.calls.refuse(error, name.slice(0, 20))));
}

/** The error of the protocol for a name that no tool has. */
export function unknownTool(session: Session, name: string): ProtocolError {
  const names = listTools(session).tools.map((tool) => tool.name);
  const nearest = suggest(name, names);
  const hint = nearest.length > 0 ? `. Did you mean ${nearest.join(", ")}?` : "";
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool "${name.slice(0, 200)}" not found${hint}`);
}

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
  return run && (async (given) => run[1](session, given));
}
