import type { Shares } from "@postern/core";
import type { Drain } from "./drain.ts";
import type { Json } from "./json.ts";
import type { Places } from "./places.ts";
import type { ToolList } from "./tools/tool.ts";

/** Answers the messages of clients. The type of a session names this one, so it is left open here. */
export interface Answerer {
  answer(request: Request, body: Json, session: unknown): Promise<Response>;
  close(): Promise<void>;
}

export interface State {
  readonly answerer: { open(): Promise<Answerer>; close(): Promise<void> };
  /** Tool lists by rights and options. */
  readonly lists: Map<string, ToolList>;
  /** Open streams of changes. */
  readonly streams: Places;
  /** Calls that wait for events. */
  readonly waits: Places;
  /** The request bodies in memory, in bytes. */
  readonly bodies: Shares;
  readonly drain: Drain;
}
