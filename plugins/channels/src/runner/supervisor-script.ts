import { fileURLToPath } from "node:url";

/** The built file, also when running from the sources: Node 20 cannot run TypeScript. */
export const SUPERVISOR = fileURLToPath(
  import.meta.url.endsWith(".ts")
    ? new URL("../../dist/runner/supervisor.js", import.meta.url)
    : new URL("./runner/supervisor.js", import.meta.url),
);
