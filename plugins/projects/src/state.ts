import type { ProjectTaskSource } from "./services.ts";

export interface State {
  /** Reads the tasks of a project, if a plugin stores tasks. */
  tasks?: ProjectTaskSource;
}
