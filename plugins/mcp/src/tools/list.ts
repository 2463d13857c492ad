import { digestOf, rightTo } from "@postern/core";
import { describeTool } from "../compact/describe.ts";
import { compactTools } from "../compact/tools.ts";
import { eventsWaitTool } from "../events/tool.ts";
import type { Session } from "../session.ts";
import { FULL } from "./field.ts";
import { DETAILS, type Made, madeOf, madeTool } from "./made.ts";
import { operationsFor } from "./operations.ts";
import { type ToolList, toolName } from "./tool.ts";

/** A list is as detailed as this many tokens allow, at four characters each. */
const MAX_CHARACTERS = 40_000 * 4;
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
  const made = mode === "compact" ? [...compactTools(), eventsWaitTool].map(madeOf) : madeFor(session);
  const tools = made.map(({ tool }) => tool);
  const text = `[${made.map((one) => one.text).join()}]`;
  const list = { tools, text, version: digestOf(text) };
  lists.set(key, list);
  const [oldest] = lists.size > KEPT ? lists.keys() : [];
  if (oldest !== undefined) lists.delete(oldest);
  return list;
}

function madeFor({ host: { manifest }, caller, options }: Session): readonly Made[] {
  const operations = operationsFor(manifest, caller, options.groups);
  const details = options.detail === "full" ? [FULL] : options.detail === "brief" ? DETAILS.slice(1) : DETAILS;
  // An operation keeps its name, even if it is that of a tool of this plugin.
  const names = new Set(operations.map(({ id }) => toolName(id)));
  let tools: readonly Made[] = [];
  for (const detail of details) {
    const own = detail === FULL ? [eventsWaitTool] : [eventsWaitTool, describeTool];
    const given = own.filter(({ name }) => !names.has(name)).map(madeOf);
    tools = [...given, ...operations.map((one) => madeTool(one, detail, rightTo(one, caller) === "propose"))];
    // With a comma after each, and the brackets.
    if (tools.reduce((length, { text }) => length + text.length + 1, 1) <= MAX_CHARACTERS) break;
  }
  return tools;
}
