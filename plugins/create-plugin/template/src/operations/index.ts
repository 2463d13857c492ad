export { create } from "./create.ts";
export { list } from "./list.ts";
