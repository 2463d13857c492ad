import { isAbsolute, relative } from "node:path";
import type { Content, Option, PlanEntry, Tool } from "../schemas.ts";

/** Updates of an agent that are stored. */
export type AgentUpdate =
  | { readonly kind: "agent" | "thought"; readonly text: string; readonly messageId?: string }
  | { readonly kind: "tool"; readonly tool: Tool }
  | { readonly kind: "plan"; readonly plan: readonly PlanEntry[] };

/** Maximum text length of a tool call's content item in UTF-16 code units, and maximum number of items. */
const MAX_CONTENT_TEXT = 8_000;
const MAX_CONTENT_ITEMS = 16;
const MAX_PLAN_ENTRIES = 100;

type JsonObject = Record<string, unknown>;
const object = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null ? (value as JsonObject) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown, most: number): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, most) : undefined;

/** Parses leniently, because agents implement many versions. Returns undefined for updates that are not stored. */
export function parseUpdate(params: unknown, folder: string): AgentUpdate | undefined {
  const update = object(object(params).update);
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
    case "agent_thought_chunk": {
      const kind = update.sessionUpdate === "agent_message_chunk" ? "agent" : "thought";
      const content = contentText(update.content);
      const messageId = text(update.messageId, 200);
      return content === undefined ? undefined : { kind, text: content, ...(messageId !== undefined && { messageId }) };
    }
    case "tool_call":
    case "tool_call_update": {
      const tool = parseTool(update, folder);
      return tool && { kind: "tool", tool };
    }
    case "plan":
      return { kind: "plan", plan: list(update.entries).slice(0, MAX_PLAN_ENTRIES).map(parsePlanEntry) };
    default:
      return undefined;
  }
}

/** Parses a permission request; undefined if it cannot be answered. */
export function parsePermissionRequest(params: unknown, folder: string) {
  const { toolCall, options: offered } = object(params);
  const options = list(offered)
    .slice(0, 50)
    .flatMap((one): Option[] => {
      const { optionId, name, kind } = object(one);
      const option = typeof optionId === "string" && optionId.length <= 200 ? optionId : "";
      const optionKind = text(kind, 50);
      return option === ""
        ? []
        : [{ option, name: text(name, 200) ?? option, ...(optionKind !== undefined && { kind: optionKind }) }];
    });
  if (options.length === 0) return undefined;
  const tool = parseTool(object(toolCall), folder);
  const { title = "Unnamed action", kind, content } = tool ?? {};
  return { title, ...(kind !== undefined && { kind }), ...(content && { content }), options };
}

function parseTool(update: JsonObject, folder: string): Tool | undefined {
  const id = text(update.toolCallId, 200);
  if (id === undefined) return undefined;
  const [title, kind, status] = [text(update.title, 500), text(update.kind, 50), text(update.status, 50)];
  const left = list(update.content).length - MAX_CONTENT_ITEMS;
  const content =
    Array.isArray(update.content) && update.content.slice(0, MAX_CONTENT_ITEMS).flatMap(parseContent(folder));
  return {
    id,
    ...(title !== undefined && { title }),
    ...(kind !== undefined && { kind }),
    ...(status !== undefined && { status }),
    ...(content && { content }),
    ...(content && left > 0 && { left }),
  };
}

const parseContent =
  (folder: string) =>
  (value: unknown): Content[] => {
    const piece = object(value);
    if (piece.type === "terminal") return [{ type: "terminal" }];
    if (piece.type === "content") {
      const output = contentText(piece.content) ?? "";
      return [{ type: "text", text: output.slice(0, MAX_CONTENT_TEXT), ...cutMark(output) }];
    }
    if (piece.type !== "diff") return [];
    const [before, after] = [text(piece.oldText, MAX_CONTENT_TEXT), text(piece.newText, MAX_CONTENT_TEXT)];
    return [
      {
        type: "diff",
        path: relativePath(folder, text(piece.path, 1_000) ?? ""),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
        ...cutMark(piece.oldText, piece.newText),
      },
    ];
  };

const cutMark = (...texts: unknown[]): { cut?: true } =>
  texts.some((one) => typeof one === "string" && one.length > MAX_CONTENT_TEXT) ? { cut: true } : {};

/** A path relative to the session's folder. */
const relativePath = (folder: string, path: string): string =>
  isAbsolute(path) ? relative(folder, path) || "." : path;

const parsePlanEntry = (value: unknown): PlanEntry => {
  const { content, status, priority } = object(value);
  const level = text(priority, 20);
  return {
    content: text(content, 1_000) ?? "",
    status: text(status, 20) ?? "pending",
    ...(level !== undefined && { priority: level }),
  };
};

/** The text of a content block; for other content, a placeholder with its type. */
function contentText(value: unknown, most = Number.MAX_SAFE_INTEGER): string | undefined {
  const block = object(value);
  if (block.type === "text") return text(block.text, most);
  if (block.type === "resource_link") return `[${text(block.title, 200) ?? text(block.name, 200) ?? "resource"}]`;
  if (block.type === "resource") return text(object(block.resource).text, most) ?? "[resource]";
  if (block.type === "image" || block.type === "audio") return `[${block.type} ${text(block.mimeType, 100) ?? ""}]`;
  return undefined;
}

/** The session title in an update; undefined for other updates. */
export function parseTitle(params: unknown): string | undefined {
  const { sessionUpdate, title } = object(object(params).update);
  return sessionUpdate === "session_info_update" ? text(title, 200) : undefined;
}

/** The agent's id of the session in an update. An agent may have several sessions. */
export const sessionIdIn = (params: unknown): unknown => object(params).sessionId;
