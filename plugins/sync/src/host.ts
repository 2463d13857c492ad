import type { PluginContext } from "@postern/core";
import type { group } from "./group.ts";

export type SyncHost = PluginContext<typeof group>;
