import type { CommandContext, PluginContext, QueryContext } from "@postern/core";
import type { group } from "./group.ts";

export type OurHost = PluginContext<typeof group>;
export type Planning = QueryContext<typeof group>;
export type Executing = CommandContext<typeof group>;
