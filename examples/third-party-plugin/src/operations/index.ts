export { list } from "./list.ts";
export { set } from "./set.ts";
