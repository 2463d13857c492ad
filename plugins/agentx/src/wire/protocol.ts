// Only this file and stream.ts know the part of the protocol that may still change.
import { client, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk/unstable";
import type { SessionRecord } from "../collections.ts";
import type { Child } from "../work/child.ts";
import { type Hearing, streamOf } from "./stream.ts";

/** What an agent says that it can do. */
export type Abilities = NonNullable<SessionRecord["can"]>;

/** What the protocol calls a session that an agent does not know, and one that wants somebody to log in. */
const NOT_FOUND = -32002;
const LOGIN = -32000;

/** What writing to an agent says that ends at once, before its end is known. */
const CLOSED = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

export interface Line {
  initialize(limit: number): Promise<Abilities>;
  /** Begins a session in a folder; answers the agent's own id of it. */
  begin(folder: string, limit: number): Promise<string>;
  /** Comes back to a session; what the agent tells until then is what was told before. */
  comeBack(how: "load" | "resume", session: string, folder: string, limit: number): Promise<void>;
  /** Resolves with why the turn ended, in the agent's own word. */
  prompt(session: string, text: string): Promise<string>;
  cancel(session: string): Promise<void>;
  archive(session: string, isArchived: boolean, limit: number): Promise<void>;
  rename(session: string, title: string, limit: number): Promise<void>;
  close(): void;
  isClosed(): boolean;
  /** Whether an error says no more than that the agent has closed its end. */
  wasClosed(error: NodeJS.ErrnoException): boolean;
  /** Rejects with what is wrong with what the agent writes. */
  readonly broken: Promise<never>;
}

export interface Asking extends Hearing {
  /** Answers with the option that somebody chose, or undefined where nobody will any more. */
  permission(params: unknown, signal: AbortSignal): Promise<string | undefined>;
}

/** Speaks the Agent Client Protocol with a process. Files and terminals are not offered: agents have their own. */
export function speakTo(child: Child, { permission, ...hearing }: Asking): Line {
  const app = client({ name: "postern" }).onRequest(
    "session/request_permission",
    (params: unknown) => params,
    async ({ params, signal }) => {
      const withdrawn = new AbortController();
      // The library calls it withdrawn, too, when the agent has ended: that is told otherwise.
      signal.addEventListener("abort", () => !connection.signal.aborted && withdrawn.abort(), { once: true });
      const option = await permission(params, withdrawn.signal);
      const outcome = option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option };
      return { outcome };
    },
  );
  const connection: ReturnType<typeof app.connect> = app.connect(streamOf(child, hearing));
  const { agent } = connection;

  const ask = async (method: string, params: object, limit?: number): Promise<Record<string, unknown>> => {
    const asked = agent.request<unknown>(method, params).catch((error: unknown) => {
      throw plain(error);
    });
    const answer = await (limit === undefined ? asked : within(limit, asked, method));
    return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
  };

  return {
    async initialize(limit) {
      const clientInfo = { name: "postern", title: "Postern", version: "1.0.0" };
      const told = await ask(
        "initialize",
        { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {}, clientInfo },
        limit,
      );
      const { protocolVersion: version } = told;
      if (version !== PROTOCOL_VERSION) {
        const said = typeof version === "number" ? `version ${version} of the protocol` : "no version of the protocol";
        throw new Error(`The agent speaks ${said}, and Postern version ${PROTOCOL_VERSION}`);
      }
      return abilitiesIn(told.agentCapabilities);
    },
    async begin(folder, limit) {
      const { sessionId } = await ask("session/new", { cwd: folder, mcpServers: [] }, limit);
      if (typeof sessionId === "string" && sessionId !== "" && sessionId.length <= 500) return sessionId;
      throw new Error("The agent began a session without a usable id");
    },
    async comeBack(how, sessionId, cwd, limit) {
      await ask(`session/${how}`, { sessionId, cwd, mcpServers: [] }, limit);
    },
    async prompt(sessionId, text) {
      const { stopReason } = await ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
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
      signal.addEventListener("abort", () => reject(plain(signal.reason)), { once: true });
    }),
  };
}

function abilitiesIn(told: unknown): Abilities {
  const { loadSession, sessionCapabilities } = (told ?? {}) as Record<string, unknown>;
  const session = (sessionCapabilities ?? {}) as Record<string, unknown>;
  const has = (name: string) => typeof session[name] === "object" && session[name] !== null;
  return {
    ...(loadSession === true && { load: true as const }),
    ...(has("resume") && { resume: true as const }),
    ...(has("archive") && { archive: true as const }),
    ...(has("title") && { title: true as const }),
  };
}

function plain(error: unknown): Error {
  if (!(error instanceof RequestError)) return error instanceof Error ? error : new Error(String(error));
  if (error.code === NOT_FOUND) return new Error("The agent does not know the session any more");
  if (error.code === LOGIN) return new Error("The agent wants somebody to log in to it first, with its own program");
  return new Error(`The agent answered: ${error.message}`);
}

async function within<T>(limit: number, work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The agent did not answer ${what} within ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
