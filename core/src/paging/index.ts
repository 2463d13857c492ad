export { type List, listOf, namesIn, only } from "./list.ts";
export { all, filtered, type Portion, type Source, within } from "./source.ts";
