/** Carries MESSAGES messages in and out over PLATFORM, and tells how many a second and how long one takes. */
import { join } from "node:path";
import channels from "@postern/channels";
import { adapterKinds } from "@postern/channels/services";
import irc from "@postern/channels-irc";
import chats, { messageCreated } from "@postern/chats";
import { createGateway, defineGroup, definePlugin } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { loopKind } from "../../plugins/channels/loop/kind.mjs";
import { sized } from "../harness/size.ts";
import { openIrc } from "./channels/irc.ts";
import { openSocket } from "./channels/socket.ts";
import { folder } from "./ready.ts";

const count = Number(process.env.MESSAGES);
const PLACES = 50;
const SINGLE = sized(500, 50);

const platform = await (process.env.PLATFORM === "irc" ? openIrc : openSocket)(PLACES);
if (platform === undefined) {
  process.stdout.write(`${JSON.stringify({ missing: "ngircd" })}\n`);
  process.exit(0);
}

const loops = definePlugin(defineGroup("loops", { title: "Loops", needs: { kinds: adapterKinds } }), {
  version: "1.0.0",
  operations: [],
  setup({ services }) {
    services.kinds.register(loopKind());
  },
});
const gateway = createGateway({
  plugins: [chats(), channels({ role: "runner" }), irc(), loops()],
  blobs: "memory",
  storage: lmdb({ path: join(folder, "store") }),
  log: { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) },
});
await gateway.start();
await gateway.call("channels.adapters.create", { id: "bench", ...platform.adapter });
await until(async () => (await gateway.call("channels.adapters.show", { id: "bench" })).adapter.status === "connected");

let stored = 0;
let wanted = Number.POSITIVE_INFINITY;
let reached = () => {};
gateway.on(messageCreated, ({ data: { message } }) => {
  if (message.actorId !== "bench" && ++stored >= wanted) reached();
});

/** Comes back when so many more messages are stored than before. */
function storing(more: number): Promise<void> {
  wanted = stored + more;
  return new Promise((resolve) => {
    reached = resolve;
  });
}

const inMany = await rated(count, async () => {
  const all = storing(count);
  for (let n = 0; n < count; n++) platform.say(n % PLACES, `m${n}`);
  await all;
});
const inOne = await rated(count / 5, async () => {
  const all = storing(count / 5);
  for (let n = 0; n < count / 5; n++) platform.say(0, `o${n}`);
  await all;
});
const inTimes = await timed(async (n) => {
  const one = storing(1);
  platform.say(n % PLACES, `s${n}`);
  await one;
});

const { places } = await gateway.call("channels.places.list", { adapter: "bench", limit: "500" });
const chatIds = places.map(({ chatId }) => chatId as string);
let written = 0;
const write = (n: number) =>
  gateway.call("chats.messages.create", {
    chatId: chatIds[n % chatIds.length] as string,
    actorId: "bench",
    clientMessageId: `w${++written}`,
    content: `w${n}`,
  });
const outMany = await rated(count, async () => {
  const all = platform.hearing(count);
  let next = 0;
  const writer = async () => {
    while (next < count) await write(next++);
  };
  await Promise.all(Array.from({ length: 64 }, writer));
  await all;
});
const outTimes = await timed(async (n) => {
  const one = platform.hearing(1);
  await write(n);
  await one;
});
await gateway.stop();
await platform.close();
const figures = {
  inRate: inMany,
  oneRate: inOne,
  inP50: at(inTimes, 0.5),
  inP99: at(inTimes, 0.99),
  outRate: outMany,
  outP50: at(outTimes, 0.5),
  outP99: at(outTimes, 0.99),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

async function rated(messages: number, work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (messages * 1_000) / (performance.now() - begin);
}

async function timed(work: (n: number) => Promise<void>): Promise<number[]> {
  const spent: number[] = [];
  for (let n = 0; n < SINGLE; n++) {
    const begin = performance.now();
    await work(n);
    spent.push(performance.now() - begin);
  }
  return spent.sort((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] as number;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
