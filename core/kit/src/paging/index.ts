export { type Columns, withColumns } from "./columns.ts";
export { limitToGrants } from "./limit-to-grants.ts";
export { type List, listOf, parseFields, pickMembers } from "./list.ts";
export { namedSource, nameField, nameKey } from "./named.ts";
export { createPacer, paceItems, type ScanRange, scanRecords } from "./scan.ts";
export { chained, filtered, listSource, MAX_COUNTED, type Portion, type Source, within } from "./source.ts";
export { withView } from "./views.ts";
