import { Candidate, Missing } from "./schemas.ts";

/** Schemas shared by several operations or events, by the names used in generated clients. */
export const schemas = { MissingRequirement: Missing, VoiceRuntime: Candidate };
