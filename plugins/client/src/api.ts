/** The types of the operations, events and errors of all groups of Postern. `npm run build` writes them. */
export type * from "./generated/api.ts";
