/** Measures how soon a waiting client gets a turn, in milliseconds, and how many turns a responder that echoes answers a second. */
import { join } from "node:path";
import agents, { turnAnswered } from "@postern/agents";
import chats from "@postern/chats";
import context from "@postern/context";
import { createGateway, defineGroup, definePlugin, T } from "@postern/core";
import { listen } from "@postern/core/server";
import responders from "@postern/responders";
import { responderKinds } from "@postern/responders/services";
import lmdb from "@postern/storage-lmdb";
import { sized } from "../harness/size.ts";
import { spreadOf } from "../harness/spread.ts";
import { folder } from "./ready.ts";

const CHATS = sized(1_000);
const CLAIMS = sized(300);

const echo = definePlugin(defineGroup("echo", { title: "Echo", needs: { kinds: responderKinds } }), {
  version: "1.0.0",
  operations: [],
  setup(host) {
    host.services.kinds.register({
      id: "echo",
      title: "Echo",
      description: "Answers what it is asked.",
      config: T.Object({}),
      answer: async ({ turn }) => ({ text: JSON.stringify(turn.messages[0]?.content) }),
    });
    return {};
  },
});

const gateway = createGateway({
  plugins: [context(), agents(), chats(), responders(), echo()],
  blobs: "memory",
  storage: lmdb({ path: join(folder, "store") }),
});
await gateway.start();
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["*"] });
const { url, close } = await listen(gateway, { port: 0 });
const claimed = await timeClaims();
const rate = await timeAnswers();
await close();
await gateway.stop();
process.stdout.write(`${JSON.stringify({ claimed, rate })}\n`);

async function post(operation: string, input: object) {
  const response = await fetch(`${url}/api/v1/${operation.replaceAll(".", "/")}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(input),
  });
  return (await response.json()) as { turn: { id: string; claim: string } };
}

/** From a committed message to the claim of a client that waits over HTTP. */
async function timeClaims(): Promise<{ median: number; p99: number }> {
  await gateway.call("agents.create", { id: "claimed" });
  const spent: number[] = [];
  for (let n = 0; n < CLAIMS; n++) {
    const { chat } = await gateway.call("chats.create", { agentId: "claimed" });
    const waiting = post("agents.turns.claim", { agent: "claimed", waitMs: 25_000 });
    // The client waits already when the message comes.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await gateway.call("chats.messages.create", message(chat.id));
    const begin = performance.now();
    const { turn } = await waiting;
    spent.push(performance.now() - begin);
    await post("agents.turns.answer", { turn: turn.id, claim: turn.claim, content: "Yes" });
  }
  spent.sort((left, right) => left - right);
  return { median: spreadOf(spent).median, p99: spent[Math.floor(spent.length * 0.99)] as number };
}

/** Answers a second, from the first message to the last answer, with one message in each chat. */
async function timeAnswers(): Promise<number> {
  await gateway.call("agents.create", { id: "echoed" });
  await gateway.call("responders.create", { id: "echo", kind: "echo", agents: ["echoed"], concurrency: "100" });
  const chatIds: string[] = [];
  for (let n = 0; n < CHATS; n++) chatIds.push((await gateway.call("chats.create", { agentId: "echoed" })).chat.id);
  let answered = 0;
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  gateway.on(turnAnswered, () => void (++answered === CHATS && finish()));
  const begin = performance.now();
  await Promise.all(chatIds.map((chatId) => gateway.call("chats.messages.create", message(chatId))));
  await done;
  return CHATS / ((performance.now() - begin) / 1_000);
}

function message(chatId: string) {
  return { chatId, actorId: "ann", clientMessageId: "m1", content: "Is the kettle on?" };
}
