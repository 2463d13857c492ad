import {
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { FastResponse } from "@postern/core";
import { runTool } from "./calls/dispatch.ts";
import { isObject, type Json } from "./json.ts";
import { infoOf } from "./server.ts";
import type { Session } from "./session.ts";
import { listTools } from "./tools/list.ts";

/** The version without sessions. */
const MODERN = "2026-07-28";
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/**
 * Answers the two commonest requests, if they are written exactly as clients of the official libraries do: the library
 * takes ten times as long, because it makes a server for each of them. Everything else, and so every refusal of the
 * protocol, is left to the library: then the answer is undefined.
 */
export async function answerDirectly(request: Request, body: Json, session: Session): Promise<Response | undefined> {
  const { id, method, params = {} } = body;
  if (body.jsonrpc !== "2.0" || !(typeof id === "string" || Number.isInteger(id)) || !isObject(params))
    return undefined;
  const isModern = isCurrent(request.headers, method, params);
  if (!isModern && !isOlder(request.headers, params)) return undefined;
  const result =
    method === "tools/list" ? toolsText(session, params) : await callText(request, session, method, params);
  if (result === undefined) return undefined;
  const end = isModern ? `,"resultType":"complete","_meta":${metaText(session)}}` : "}";
  const cache = isModern && method === "tools/list" ? ',"ttlMs":0,"cacheScope":"private"' : "";
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${result}${cache}${end}}`;
  return new FastResponse(text, { headers: [["content-length", String(Buffer.byteLength(text))], ...HEADERS] });
}

const HEADERS: [string, string][] = [
  ["content-type", "application/json"],
  ["cache-control", "no-store"],
  ["x-content-type-options", "nosniff"],
];

const metaText = (session: Session): string => JSON.stringify({ [SERVER_INFO_META_KEY]: infoOf(session) });

/** The members of the result of `tools/list`. There is one page. */
const toolsText = (session: Session, { cursor }: Json): string | undefined =>
  cursor === undefined ? `"tools":${listTools(session).text}` : undefined;

/** The members of the result of `tools/call`. The text of an answer is written twice: as text and as it is. */
async function callText(
  request: Request,
  session: Session,
  method: unknown,
  params: Json,
): Promise<string | undefined> {
  const { name, arguments: given = {} } = params;
  if (method !== "tools/call" || typeof name !== "string" || !isObject(given)) return undefined;
  const answer = await runTool(session, name, given, () => request.signal);
  if (!answer) return undefined;
  const { text, isError } = answer;
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
  return isError ? `${content},"isError":true` : `${content},"structuredContent":${text}`;
}

/** Whether a request is one of the current version, with everything it needs. */
function isCurrent(
  headers: Headers,
  method: unknown,
  { _meta: meta, name, inputResponses, requestState }: Json,
): boolean {
  return (
    isObject(meta) &&
    meta[PROTOCOL_VERSION_META_KEY] === MODERN &&
    isNamed(meta[CLIENT_INFO]) &&
    isObject(meta[CLIENT_CAPABILITIES]) &&
    inputResponses === undefined &&
    requestState === undefined &&
    headers.get("mcp-protocol-version") === MODERN &&
    headers.get("mcp-method") === method &&
    headers.get("mcp-name") === (method === "tools/call" ? name : null) &&
    accepts(headers)
  );
}

const isNamed = (client: unknown): boolean =>
  isObject(client) && typeof client.name === "string" && typeof client.version === "string";

/** Whether a request is one of an older version, whose parameters say nothing about the client. */
function isOlder(headers: Headers, { _meta: meta }: Json): boolean {
  const version = headers.get("mcp-protocol-version");
  const hasEnvelope = isObject(meta) && Object.keys(meta).some((key) => key.startsWith("io.modelcontextprotocol/"));
  const isKnown = version === null || (version !== MODERN && SUPPORTED_PROTOCOL_VERSIONS.includes(version));
  return isKnown && !hasEnvelope && accepts(headers);
}

function accepts(headers: Headers): boolean {
  const accept = headers.get("accept") ?? "";
  return accept.includes("application/json") && accept.includes("text/event-stream");
}
