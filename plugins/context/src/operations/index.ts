export { derive } from "./derive.ts";
export { list } from "./list.ts";
export { revoke } from "./revoke.ts";
export { rotate } from "./rotate.ts";
export { scopes } from "./scopes.ts";
export { show } from "./show.ts";
export { whoami } from "./whoami.ts";
