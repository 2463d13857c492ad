export { pagesList } from "./pages.list.ts";
export { ticket } from "./ticket.ts";
