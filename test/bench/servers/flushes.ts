/** Tells what a flush costs in this process: run with and without the slow disk, the difference is what it adds. */
import { timeFlushes } from "../harness/slow-disk.ts";

process.stdout.write(`${JSON.stringify(timeFlushes())}\n`);
