import { Context, Principal } from "./schemas.ts";

/** Schemas shared by operations and events, by their names in generated clients. */
export const schemas = { Context, Principal };
