import { EventType } from "./schemas.ts";

/** Schemas shared by several operations or events, under their names in generated clients. */
export const schemas = { EventType };
