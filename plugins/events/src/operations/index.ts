export { list } from "./list.ts";
export { ticket } from "./ticket.ts";
export { types } from "./types.ts";
