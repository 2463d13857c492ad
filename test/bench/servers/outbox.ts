/** Answers ENTRIES invitations at once, and tells how long it takes until Radicale has all answers, and how often it was told. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import calendars from "@postern/calendars";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { freePort } from "../../run/port.ts";
import { pathOf } from "../../run/programs.ts";
import { folder } from "./ready.ts";

const count = Number(process.env.ENTRIES);
const rights = join(folder, "rights");
writeFileSync(rights, "[all]\nuser: .*\ncollection: .*\npermissions: RrWw\n");
const port = await freePort();
const radicale = spawn(pathOf("radicale"), [
  ...["--config", "", "--hosts", `127.0.0.1:${port}`, "--storage-filesystem-folder", join(folder, "radicale")],
  ...["--auth-type", "none", "--rights-type", "from_file", "--rights-file", rights, "--logging-level", "error"],
]);
process.once("exit", () => radicale.kill("SIGKILL"));
let puts = 0;
const counter = createServer((incoming, response) => {
  const { method = "", url: path = "", headers } = incoming;
  if (method === "PUT") puts++;
  incoming.pipe(
    request({ port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }),
  );
});
await new Promise<void>((ready) => counter.listen(0, "127.0.0.1", ready));
const origin = `http://127.0.0.1:${(counter.address() as AddressInfo).port}`;
const calendar = `http://127.0.0.1:${port}/ada/bench/`;

// Radicale makes a home for whoever comes with a name, and asks for no password here.
const headers = { authorization: `Basic ${Buffer.from("ada:").toString("base64")}` };
while (!(await fetch(`http://127.0.0.1:${port}/ada/`, { method: "PROPFIND", headers }).catch(() => undefined)))
  await pause(50);
await fetch(calendar, { method: "MKCALENDAR", headers });
let begin = performance.now();
await inParallel(8, (n) => fetch(`${calendar}${n}.ics`, { method: "PUT", body: objectOf(n) }));
const directly = performance.now() - begin;

const gateway = createGateway({
  plugins: [calendars()],
  blobs: "memory",
  storage: lmdb({ path: join(folder, "store") }),
});
await gateway.start();
const config = { url: `${origin}/`, calendarUrl: `${origin}/ada/bench/` };
await gateway.call("calendars.accounts.create", { id: "bench", provider: "caldav", config });
begin = performance.now();
const { created } = await gateway.call("calendars.sync", { account: "bench" }, { execute: true });
const pull = performance.now() - begin;
if (created !== count) throw new Error(`${created} of ${count} events were taken over`);
const events: string[] = [];
for (let offset = 0; offset < count; offset += 500) {
  const page = await gateway.call("calendars.events.list", { limit: "500", offset: String(offset) });
  events.push(...page.events.map(({ id = "" }) => id));
}

puts = 0;
begin = performance.now();
await inParallel(64, (n) =>
  gateway.call(
    "calendars.events.respond",
    { event: events[n] as string, attendeeEmail: "ada@example.com", status: "accepted" },
    { execute: true },
  ),
);
const staged = performance.now() - begin;
for (;;) {
  const { total } = await gateway.call("calendars.outbox.list", { status: "acked", limit: "1" });
  if (total === count) break;
  await pause(50);
}
const drained = performance.now() - begin;
const told = await inParallel(8, async (n) => (await fetch(`${calendar}${n}.ics`)).text());
const answered = told.filter((ics) => /PARTSTAT=ACCEPTED[^:]*:mailto:ada/.test(ics.replace(/\r\n[ \t]/g, ""))).length;
await gateway.stop();
counter.closeAllConnections();
counter.close();
process.stdout.write(`${JSON.stringify({ directly, pull, staged, drained, puts, answered })}\n`);
process.exit(0);

async function inParallel<T>(width: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next++;
      found[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return found;
}

function objectOf(n: number): string {
  const day = String(1 + (n % 28)).padStart(2, "0");
  return [
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Bench//EN\r\nBEGIN:VEVENT",
    `UID:bench-${n}\r\nDTSTAMP:20261101T120000Z\r\nDTSTART:202611${day}T090000Z\r\nDTEND:202611${day}T100000Z`,
    `SUMMARY:Event ${n}\r\nORGANIZER:mailto:bob@example.com`,
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ada@example.com\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ].join("\r\n");
}
