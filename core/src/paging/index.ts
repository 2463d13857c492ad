export { type List, listOf, namesIn, only } from "./list.ts";
export { reached } from "./reached.ts";
export { all, filtered, MOST_COUNTED, type Portion, type Source, within } from "./source.ts";
export { everyOf, inTurns, paced, type Stretch } from "./walk.ts";
