import { fileURLToPath } from "node:url";

/** The built file, also for whoever runs from the sources: a process of Node 20 takes no TypeScript. */
export const SUPERVISOR = fileURLToPath(new URL("../dist/supervisor.js", import.meta.url));
