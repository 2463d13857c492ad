import type { Host } from "@postern/core";
import type { group } from "./group.ts";

export type SyncHost = Host<typeof group>;
