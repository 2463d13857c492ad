import type { Host, SetupHost } from "@postern/core";
import type { group } from "./group.ts";

export type OurHost = Host<typeof group>;
export type OurSetupHost = SetupHost<typeof group>;
export type OurServices = OurHost["services"];
