export { archive } from "./archive.ts";
export { create } from "./create.ts";
export { known } from "./known.ts";
export { list } from "./list.ts";
export { show } from "./show.ts";
export { unarchive } from "./unarchive.ts";
export { update } from "./update.ts";
