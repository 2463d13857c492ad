import type { Host, SetupHost } from "@postern/core";
import type { group } from "./group.ts";

export type SyncHost = Host<typeof group>;
export type SyncSetupHost = SetupHost<typeof group>;
