export { type List, listOf } from "./list.ts";
export { all, filtered, type Portion, type Source, within } from "./source.ts";
