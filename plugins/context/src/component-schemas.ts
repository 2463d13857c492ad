import { Context, Principal, SetUp } from "./schemas.ts";

/** Schemas shared by operations and events, by their names in generated clients. */
export const schemas = { Context, KeySetUp: SetUp, Principal };
