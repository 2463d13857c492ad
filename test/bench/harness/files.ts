import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The path of a file that is not built: a wrk script, the slow disk. The runner has made the repository the current folder. */
export const sourceFile = (name: string) => resolve("test/bench", name);

/** The path of a built server. */
export const serverFile = (name: string) => resolve("node_modules/.cache/postern-bench/servers", `${name}.js`);

/** A folder for stores, gone when the run ends. `BENCH_FOLDER` puts it on another disk: a flush costs nothing on a tmpfs. */
export const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), "postern-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A new empty folder in it. */
export const newFolder = (name: string) => mkdtempSync(join(folder, `${name}-`));
