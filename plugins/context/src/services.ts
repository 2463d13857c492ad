export { derive } from "./operations/derive.ts";
export { revoke } from "./operations/revoke.ts";
