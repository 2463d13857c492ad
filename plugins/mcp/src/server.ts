import { type McpRequestContext, Server } from "@modelcontextprotocol/server";
import { runTool, unknownTool } from "./calls/dispatch.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { listResources, listTemplates, readResource } from "./resources/resources.ts";
import type { Session } from "./session.ts";
import { listTools } from "./tools/list.ts";

export const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true },
  prompts: {},
} as const;

const INSTRUCTIONS = `Postern is a local gateway for chats, tasks, calendars, tables and other data of this machine. Read before you write, and pass ids exactly as they were answered. A tool that plans first answers its plan and its digest and changes nothing: show the plan to the user, then call it again with execute: true and planDigest. An answer with pending: true waits for the approval of a person: do not repeat the call, but wait with approvals_wait. An error has a code, a message and mostly issues or a fix: correct the call accordingly. events_wait reports changes.`;

/** The name and version that every answer has. */
export const infoOf = ({ host }: Session) => ({ name: "postern", title: "Postern", version: host.manifest.core });

/** A server for one request. The library calls this for each of them. */
export function createServer({ authInfo, requestInfo, era }: McpRequestContext): Server {
  const { session } = (authInfo?.extra ?? {}) as { session: Session };
  // Older clients would have to keep a stream open to be notified, and are served without one.
  const tools = { listChanged: era === "modern" };
  const server = new Server(infoOf(session), {
    capabilities: { ...CAPABILITIES, tools, resources: tools },
    instructions: INSTRUCTIONS,
  });
  const never = new AbortController().signal;
  server.setRequestHandler("tools/list", () => ({ tools: [...listTools(session).tools] }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: given = {} } }, context) => {
    const gone = AbortSignal.any([context.mcpReq.signal, requestInfo?.signal ?? never]);
    const answer = await runTool(session, name, given, () => gone);
    if (!answer) throw unknownTool(session, name);
    const { text, isError } = answer;
    return {
      content: [{ type: "text", text }],
      ...(isError ? { isError } : { structuredContent: JSON.parse(text) as Record<string, unknown> }),
    };
  });
  server.setRequestHandler("resources/list", () => listResources(session));
  server.setRequestHandler("resources/templates/list", () => listTemplates(session));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => readResource(session, uri));
  server.setRequestHandler("prompts/list", () => listPrompts());
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments));
  return server;
}
