import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { CountedPerKey } from "./per-key.ts";
import type { ToolList } from "./tools/tool.ts";

export interface State {
  readonly handler: McpHttpHandler;
  /** Tool lists by rights and options. */
  readonly lists: Map<string, ToolList>;
  /** Open streams of changes. */
  readonly streams: CountedPerKey;
  /** Calls that wait for events. */
  readonly waits: CountedPerKey;
  /** Total size of the request bodies in memory, in bytes. */
  readonly bodies: { held: number };
}
