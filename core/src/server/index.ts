/** A gateway behind node:http: on a port of its own, or inside a host application. */
export * from "./listen.ts";
export { messageOf, type NodeListener, toNodeHandler } from "./node.ts";
