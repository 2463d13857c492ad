/** Messages through the gateway's handler, without sockets. Reports µs of CPU a message, by thread and by stage. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { atOnce } from "./at-once.ts";
import { createPath } from "./message.ts";
import { profileThreads } from "./profile.ts";
import { folder } from "./ready.ts";

const count = Number(process.env.MESSAGE_COUNT);
const content = "The quick brown fox jumps over. ".repeat(4);

const gateway = createGateway({ plugins: [chats()], blobs: "memory", storage: lmdb({ path: join(folder, "store") }) });
const handle = gateway.handlerFrom({});
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["chats:*"] });
const ids: string[] = [];
await atOnce(1_000, async (n) => {
  const { chat } = await gateway.call("chats.create", { title: `Chat ${n}` });
  ids.push(chat.id);
});
const { signal } = new AbortController();
let sent = 0;

async function send(): Promise<void> {
  const n = sent++;
  const body = { chatId: ids[n % ids.length], actorId: `actor-${n % 8}`, clientMessageId: `m-${n}`, content };
  const bytes = Buffer.from(JSON.stringify(body));
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": String(bytes.length),
  };
  const answer = await handle({
    method: "POST",
    path: createPath,
    host: "localhost",
    header: (name) => headers[name],
    read: async () => bytes,
    signal: () => signal,
    request: () => new Request("http://localhost"),
  } as Parameters<typeof handle>[0]);
  if (answer.status !== 200) throw new Error(`A message was answered ${answer.status}`);
}

/** Nanoseconds of CPU by thread; Linux alone tells them. */
function threadTimes(): Map<string, number> {
  const tasks = "/proc/self/task";
  return new Map(
    readdirSync(tasks).map((id) => [id, Number(readFileSync(join(tasks, id, "schedstat"), "utf8").split(" ")[0])]),
  );
}

/** The main thread is the process's first; of the others the writer has worked most; the rest help to collect garbage. */
function usedSince(before: ReadonlyMap<string, number>): { main: number; writer: number; garbage: number } {
  const used = [...threadTimes()].map(([id, time]) => [id, (time - (before.get(id) ?? 0)) / 1_000 / count] as const);
  const main = used.find(([id]) => id === String(process.pid))?.[1] ?? 0;
  const others = used.filter(([id]) => id !== String(process.pid)).map(([, time]) => time);
  const writer = Math.max(...others);
  return { main, writer, garbage: others.reduce((sum, time) => sum + time, 0) - writer };
}

const run = (messages: number) => atOnce(messages, send, 64);
await run(Math.min(count, 20_000));
const before = threadTimes();
await run(count);
const { main, writer, garbage } = usedSince(before);
const shares = await profileThreads(() => run(Math.min(count, 20_000)));
await gateway.stop();

const stagesOf = (share: Record<string, number>, time: number) =>
  Object.fromEntries(Object.entries(share).map(([stage, part]) => [stage, part * time]));
process.stdout.write(
  `${JSON.stringify({
    threads: { main, writer, "garbage collector": garbage },
    stages: { main: stagesOf(shares.main, main), writer: stagesOf(shares.writer, writer) },
  })}\n`,
);
