import type { Caller, CarriedCalls, PluginContext } from "@postern/core";
import type { group } from "./group.ts";

/** What a client asked for in the address of the server. */
export interface Options {
  readonly mode: "tools" | "compact";
  /** Only operations of these groups. */
  readonly groups: ReadonlySet<string> | undefined;
  /** How much a list of tools says; as much as fits by default. */
  readonly detail: "brief" | "full" | undefined;
}

/** One request of a client: the protocol has no others since 2026, and older clients are served in the same way. */
export interface Session {
  readonly host: PluginContext<typeof group>;
  readonly caller: Caller;
  readonly calls: CarriedCalls;
  readonly options: Options;
  /** Size of the body of the request, in bytes. */
  readonly size: number;
  /** The trace of the message; by default that of the request. */
  readonly traceparent?: string | undefined;
}
