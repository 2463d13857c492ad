import type { GatewayView } from "@postern/core";
import { ownMachine } from "@postern/core/process";
import { createSharedRuns, type SharedRuns } from "@postern/kit/queue";
import type { Folder } from "./profiles/folder.ts";
import type { Outcome } from "./profiles/validate.ts";

export interface State {
  /** Profiles registered by other plugins, by id. */
  readonly profiles: Map<string, Folder>;
  /** A validation can read thousands of files, so concurrent identical calls share one run. */
  readonly validations: SharedRuns<Outcome>;
  /** The machine of this gateway, if gateways on others, with folders of their own, use the store. */
  readonly host: string | undefined;
}

export const createState = (gateway: Pick<GatewayView, "host" | "store">): State => ({
  profiles: new Map(),
  validations: createSharedRuns(),
  host: ownMachine(gateway),
});
