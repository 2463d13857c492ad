import { defineService } from "@postern/core";
import type { Life } from "../state.ts";

/** The life of the runner in a gateway of this process, for whoever runs that process. */
export const runnerLife = defineService<() => Life | undefined>("channels.runner-life");
