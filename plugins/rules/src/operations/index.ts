export { create } from "./create.ts";
export { disable } from "./disable.ts";
export { enable } from "./enable.ts";
export { list } from "./list.ts";
export { remove } from "./remove.ts";
export { show } from "./show.ts";
export { test } from "./test.ts";
export { update } from "./update.ts";
