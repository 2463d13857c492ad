import { digestOf } from "@postern/core";
import { describeTool } from "../compact/describe.ts";
import { compactTools } from "../compact/tools.ts";
import { eventsWaitTool } from "../events/tool.ts";
import type { Session } from "../session.ts";
import { type Detail, FULL } from "./field.ts";
import { operationsFor } from "./operations.ts";
import { type Tool, type ToolList, toolName, toolOf } from "./tool.ts";

/** A list is as detailed as this many tokens allow, at four characters each. */
const MAX_CHARACTERS = 40_000 * 4;
/** From the most detailed to the shortest. */
const DETAILS: readonly Detail[] = [FULL, 50, 40, 30, 20, 0];
/** How many lists are kept. */
const KEPT = 32;

/** The tools of a session. They are computed once for all keys with the same rights and options. */
export function listTools(session: Session): ToolList {
  const { host, caller, options } = session;
  const { lists } = host.state;
  const { mode, groups, detail = "" } = options;
  const key = [host.manifest.digest, mode, detail, [...(groups ?? ["*"])], caller.chain]
    .map((one) => JSON.stringify(one))
    .join(" ");
  const known = lists.get(key);
  if (known) return known;
  const tools = mode === "compact" ? [...compactTools(), eventsWaitTool] : toolsOf(session);
  const list = { tools, text: JSON.stringify(tools), version: digestOf(tools) };
  lists.set(key, list);
  const [oldest] = lists.size > KEPT ? lists.keys() : [];
  if (oldest !== undefined) lists.delete(oldest);
  return list;
}

function toolsOf({ host: { manifest }, caller, options }: Session): readonly Tool[] {
  const operations = operationsFor(manifest, caller, options.groups);
  const details = options.detail === "full" ? [FULL] : options.detail === "brief" ? DETAILS.slice(1) : DETAILS;
  // An operation keeps its name, even if it is that of a tool of this plugin.
  const names = new Set(operations.map(({ id }) => toolName(id)));
  let tools: readonly Tool[] = [];
  for (const detail of details) {
    const own = detail === FULL ? [eventsWaitTool] : [eventsWaitTool, describeTool];
    tools = [...own.filter(({ name }) => !names.has(name)), ...operations.map((one) => toolOf(one, detail))];
    if (JSON.stringify(tools).length <= MAX_CHARACTERS) break;
  }
  return tools;
}
