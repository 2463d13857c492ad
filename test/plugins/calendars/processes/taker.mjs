/**
 * Imports a text into a calendar of a store, or dies at a step: before (odd) or right after (even) one of its commits.
 */
import { readFileSync } from "node:fs";
import calendars from "@postern/calendars";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path, calendar, text, step = "0"] = process.argv.slice(2);
const store = lmdb({ path });
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};
const storage = {
  ...store,
  async commit(batches) {
    dieAt();
    const answers = await store.commit(batches);
    dieAt();
    return answers;
  },
};
const gateway = createGateway({ plugins: [calendars()], blobs: "memory", storage });
const counts = await gateway.call("calendars.import", { calendar, ics: readFileSync(text, "utf8") });
process.stdout.write(`${JSON.stringify(counts)}\n`);
await gateway.stop();
