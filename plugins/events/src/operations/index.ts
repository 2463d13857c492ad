export { list } from "./list.ts";
export { ticket } from "./ticket.ts";
export { trace } from "./trace.ts";
export { types } from "./types.ts";
