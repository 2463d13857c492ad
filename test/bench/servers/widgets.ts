/** Publishes a folder of 500 files in the ways that a publish comes, and tells what each took, in milliseconds. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import widgets from "@postern/widgets";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs-lite";
import { folder } from "./ready.ts";

const workspace = join(folder, "workspace");
const page = (n: number) =>
  `<!doctype html>\n<html lang="en"><head><title>${n}</title></head><body>${"<p>Some words that a page has.</p>\n".repeat(50)}</body></html>\n`;
const write = (path: string, text: string) => {
  const place = join(workspace, "w", path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
};
write("widget.html", page(0));
for (let n = 1; n < 20; n++) write(`pages/${n}.html`, page(n));
for (let n = 20; n < 500; n++) write(`js/${n % 20}/${n}.js`, `let a${n} = "${`words ${n} `.repeat(1_200)}";\n`);

const gateway = createGateway({
  plugins: [widgets({ workspace })],
  storage: lmdb({ path: join(folder, "store") }),
  blobs: createStorage({ driver: fs({ base: join(folder, "blobs") }) }),
});
await gateway.start();
// What a process loads and compiles once is not what a publish costs.
write("../warm/widget.html", page(0));
await gateway.call("widgets.publish", { dir: "warm" }, { execute: true });

let worst = 0;
let last = performance.now();
const watch = setInterval(() => {
  worst = Math.max(worst, performance.now() - last);
  last = performance.now();
}, 1);

async function publish(version: number, execute = true): Promise<number> {
  const begin = performance.now();
  const answer = await gateway.call("widgets.publish", { dir: "w" }, { execute });
  if ("version" in answer && answer.version !== version) throw new Error(`It became version ${answer.version}`);
  return performance.now() - begin;
}
const first = await publish(1);
write("js/0/20.js", "let changed;");
const changed = await publish(2);
const unchanged = await publish(2);
const plan = await publish(2, false);
clearInterval(watch);
await gateway.stop();
process.stdout.write(`${JSON.stringify({ first, changed, unchanged, plan, worst })}\n`);
