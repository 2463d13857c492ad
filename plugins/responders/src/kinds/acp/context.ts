import type { AnswerContext } from "../../services.ts";

/** What a coding agent gets to answer a turn. */
export type AcpContext = AnswerContext<{ agent: string; cwd?: string; host?: string; sessions?: "chat" | "shared" }>;
