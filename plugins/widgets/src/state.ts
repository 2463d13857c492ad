import type { GatewayView } from "@postern/core";
import { ownMachine } from "@postern/core/process";
import { createSharedRuns, type SharedRuns } from "@postern/kit/queue";
import type { CheckResult } from "./check/result.ts";
import type { Listing } from "./folder/read.ts";

/** State that the operations of a gateway share, so that concurrent checks or publishes of a folder are done once. */
export interface State {
  readonly checks: SharedRuns<CheckResult>;
  readonly copies: SharedRuns<Listing>;
  /** The machine of this gateway, if gateways on others use the store, too. */
  readonly host: string | undefined;
}

export const createState = (gateway: Pick<GatewayView, "host" | "store">): State => ({
  checks: createSharedRuns(),
  copies: createSharedRuns(),
  host: ownMachine(gateway),
});
