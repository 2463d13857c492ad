/** A gateway behind node:http: on its own port, or inside a host application. */
export * from "./listen.ts";
export { messageOf, type NodeHandler, toNodeHandler } from "./node.ts";
