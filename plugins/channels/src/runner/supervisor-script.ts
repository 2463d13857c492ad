import { fileURLToPath } from "node:url";

/** The built file, also for whoever runs from the sources: a process of Node 20 takes no TypeScript. */
export const SUPERVISOR = fileURLToPath(
  import.meta.url.endsWith(".ts")
    ? new URL("../../dist/runner/supervisor.js", import.meta.url)
    : new URL("./runner/supervisor.js", import.meta.url),
);
