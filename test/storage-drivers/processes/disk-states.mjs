/** Fills the disk of a gateway step by step, and prints what the doctor, the log, probes and commands say at each. */
import { statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";

const [disk] = process.argv.slice(2);
const ballast = join(disk, "ballast");
const MIB = 2 ** 20;
const CHECK_EVERY = 10_000;
let logged = [];
const note = (_fields, message) => message.startsWith("The disk of the store") && logged.push(message.split(/[:,]/)[0]);
const log = { debug() {}, info: note, warn: note, error: note };
writeFileSync(ballast, "");

/** Leaves so many MiB free. */
function leave(mib) {
  const { bavail, bsize } = statfsSync(disk);
  const bytes = bavail * bsize - mib * MIB;
  if (bytes > 0) writeFileSync(ballast, Buffer.alloc(bytes), { flag: "a" });
}

const start = () =>
  testGateway({ plugins: [service(), chats()], storage: lmdb({ path: join(disk, "store") }), log, background: true });

async function show(step, { admin }, isFull = false) {
  const { findings } = (await admin.post("service.doctor")).body;
  const said = findings.map(({ id }) => id).filter((id) => id.startsWith("store."));
  // A little space in the file of the store is left when the disk is full.
  let create = 200;
  for (let n = 0; n < (isFull ? 20_000 : 1) && create === 200; n++)
    create = (await admin.post("chats.create", { title: "Tea ".repeat(40) })).status;
  const probes = [(await admin.send("/readyz")).body.status, (await admin.post("service.status")).body.status];
  console.log(JSON.stringify({ step, said, logged, create, probes }));
  logged = [];
}

let gateway = await start();
await show("empty", gateway);
leave(4);
await gateway.advance(CHECK_EVERY);
await show("nearly full", gateway);
await gateway.stop();
gateway = await start();
await show("restarted", gateway);
for (let n = 0; n < 20; n++) {
  const { bavail, bsize } = statfsSync(disk);
  leave(((bavail * bsize) / MIB) * 0.8);
}
await gateway.advance(CHECK_EVERY);
await show("full", gateway, true);
truncateSync(ballast, 0);
await gateway.advance(CHECK_EVERY);
// The store reports a refused commit until one succeeds some seconds later.
const isWell = async () => (await gateway.admin.post("service.status")).body.status === "ok";
while (!(await isWell())) {
  await gateway.admin.post("chats.create", { title: "Tea" });
  await pause(50);
}
await show("freed", gateway);
await gateway.stop();
