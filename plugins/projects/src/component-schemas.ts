import { Project, ProjectTask, ProjectTasks } from "./schemas.ts";

/** Schemas shared by several operations or events, by the names used in generated clients. */
export const schemas = { Project, ProjectTask, ProjectTasks };
