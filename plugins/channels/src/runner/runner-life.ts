import { defineService } from "@postern/core";
import type { Life } from "../state.ts";

/** The lifetime of the runner in this process, for the program that runs it. */
export const runnerLife = defineService<() => Life | undefined>("channels.runner-life");
