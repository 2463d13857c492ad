import type { PluginContext, SetupContext } from "@postern/core";
import type { group } from "./group.ts";

export type OurHost = PluginContext<typeof group>;
export type OurSetup = SetupContext<typeof group>;
