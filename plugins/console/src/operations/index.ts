export { ticket } from "./ticket.ts";
