import { defineService } from "@postern/core";
import type { Life } from "../state.ts";

/** The lifetime of the runner in this process. */
export interface RunnerLife extends Life {
  /** Whether the runner must not be started again: it was stopped, or another one is active on another host. */
  readonly isFinal?: boolean;
}

/** The lifetime of the runner in this process, for the program that runs it. */
export const runnerLife = defineService<() => RunnerLife | undefined>("channels.runner-life");
