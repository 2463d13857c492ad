// Only this file and stream.ts use the unstable part of the protocol.
import { client, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk/unstable";
import type { SessionRecord, TurnRecord } from "../collections.ts";
import type { Child } from "../work/child.ts";
import { streamOf, type UpdateReceiver } from "./stream.ts";

/** Capabilities that an agent reports. */
export type Capabilities = NonNullable<SessionRecord["can"]>;

/** Error codes of the protocol: unknown session, and login required. */
const NOT_FOUND = -32002;
const LOGIN = -32000;

/** Error codes of a write to an agent that has just exited. */
const CLOSED = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

export interface AgentConnection {
  initialize(limit: number): Promise<Capabilities>;
  /** Creates a session in a folder and returns the agent's session id. */
  createSession(folder: string, limit: number): Promise<string>;
  /** Resumes a session. Updates that arrive before it resolves repeat the earlier conversation. */
  resume(how: "load" | "resume", session: string, folder: string, limit: number): Promise<void>;
  /** Sends the prompt of a turn with its trace. Resolves with the agent's reason for the end of the turn. */
  prompt(session: string, turn: Pick<TurnRecord, "prompt" | "traceparent">): Promise<string>;
  cancel(session: string): Promise<void>;
  archive(session: string, isArchived: boolean, limit: number): Promise<void>;
  rename(session: string, title: string, limit: number): Promise<void>;
  close(): void;
  isClosed(): boolean;
  /** Whether an error only means that the agent has closed its pipes. */
  wasClosed(error: NodeJS.ErrnoException): boolean;
  /** Rejects when the connection closes, with the protocol violation if there was one. */
  readonly broken: Promise<never>;
}

export interface AgentHandlers extends UpdateReceiver {
  /** Resolves with the chosen option, or undefined if the request is cancelled. */
  permission(params: unknown, signal: AbortSignal): Promise<string | undefined>;
}

/** Connects to a process over the Agent Client Protocol. Offers no file or terminal access: agents have their own. */
export function connectAgent(child: Child, { permission, ...receiver }: AgentHandlers): AgentConnection {
  const app = client({ name: "postern" }).onRequest(
    "session/request_permission",
    (params: unknown) => params,
    async ({ params, signal }) => {
      const withdrawn = new AbortController();
      // The SDK also aborts requests when the connection closes, which is handled elsewhere.
      signal.addEventListener("abort", () => !connection.signal.aborted && withdrawn.abort(), { once: true });
      const option = await permission(params, withdrawn.signal);
      const outcome = option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option };
      return { outcome };
    },
  );
  const connection: ReturnType<typeof app.connect> = app.connect(streamOf(child, receiver));
  const { agent } = connection;

  const ask = async (method: string, params: object, limit?: number): Promise<Record<string, unknown>> => {
    const response = agent.request<unknown>(method, params).catch((error: unknown) => {
      throw readableError(error);
    });
    const answer = await (limit === undefined ? response : withTimeout(limit, response, method));
    return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
  };

  return {
    async initialize(limit) {
      const clientInfo = { name: "postern", title: "Postern", version: "1.0.0" };
      const answer = await ask(
        "initialize",
        { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {}, clientInfo },
        limit,
      );
      const { protocolVersion: version } = answer;
      if (version !== PROTOCOL_VERSION) {
        const found = typeof version === "number" ? `uses protocol version ${version}` : "reported no protocol version";
        throw new Error(`The agent ${found}, but Postern supports only version ${PROTOCOL_VERSION}`);
      }
      return parseCapabilities(answer.agentCapabilities);
    },
    async createSession(folder, limit) {
      const { sessionId } = await ask("session/new", { cwd: folder, mcpServers: [] }, limit);
      if (typeof sessionId === "string" && sessionId !== "" && sessionId.length <= 500) return sessionId;
      throw new Error("The agent created a session without a valid id");
    },
    async resume(how, sessionId, cwd, limit) {
      await ask(`session/${how}`, { sessionId, cwd, mcpServers: [] }, limit);
    },
    async prompt(sessionId, { prompt: text, traceparent }) {
      const trace = traceparent === undefined ? {} : { _meta: { traceparent } };
      const { stopReason } = await ask("session/prompt", { sessionId, prompt: [{ type: "text", text }], ...trace });
      return typeof stopReason === "string" ? stopReason.slice(0, 100) : "end_turn";
    },
    cancel: (sessionId) => agent.notify("session/cancel", { sessionId }),
    async archive(sessionId, isArchived, limit) {
      await ask(isArchived ? "session/archive" : "session/unarchive", { sessionId }, limit);
    },
    async rename(sessionId, title, limit) {
      await ask("session/set_title", { sessionId, title }, limit);
    },
    close: () => connection.close(),
    isClosed: () => connection.signal.aborted,
    wasClosed: ({ message, code }) => message === "ACP connection closed" || CLOSED.has(code ?? ""),
    broken: new Promise((_, reject) => {
      const { signal } = connection;
      signal.addEventListener("abort", () => reject(readableError(signal.reason)), { once: true });
    }),
  };
}

function parseCapabilities(reported: unknown): Capabilities {
  const { loadSession, sessionCapabilities } = (reported ?? {}) as Record<string, unknown>;
  const session = (sessionCapabilities ?? {}) as Record<string, unknown>;
  const has = (name: string) => typeof session[name] === "object" && session[name] !== null;
  return {
    ...(loadSession === true && { load: true as const }),
    ...(has("resume") && { resume: true as const }),
    ...(has("archive") && { archive: true as const }),
    ...(has("title") && { title: true as const }),
  };
}

function readableError(error: unknown): Error {
  if (!(error instanceof RequestError)) return error instanceof Error ? error : new Error(String(error));
  if (error.code === NOT_FOUND) return new Error("The agent no longer knows the session");
  if (error.code === LOGIN) return new Error("The agent requires a login. Log in with the agent's own program first");
  return new Error(`The agent returned an error: ${error.message}`);
}

async function withTimeout<T>(limit: number, work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The agent did not answer ${what} within ${limit / 1000} seconds`)),
      limit,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
