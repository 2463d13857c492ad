import { Project } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = { Project };
