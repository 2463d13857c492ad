import agents from "@postern/agents";
import chats from "@postern/chats";
import context from "@postern/context";
import type { GatewayEvent, Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import responders from "@postern/responders";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { expect, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";

type Config = NonNullable<Parameters<typeof responders>[0]>;

/** Budgets are those of a day, which must not end during a test. */
const NOON = Date.UTC(2026, 5, 15, 12);

/** A gateway with an agent "main", whose turns responders answer. */
export async function openFixture({
  config = {} as Config,
  storage = memory(),
  background = true,
  more = [] as Plugin[],
} = {}) {
  const started = performance.now();
  const plugins = [
    context(),
    agents(),
    chats(),
    tasks(),
    credentials({ data: folder(), home: folder(), backend: "vault" }),
    responders(config),
    ...more,
  ] as const;
  const fixture = await testGateway({
    plugins,
    storage,
    background,
    now: () => NOON + Math.floor(performance.now() - started),
  });
  onTestFinished(() => fixture.stop());
  const events: GatewayEvent[] = [];
  fixture.gateway.on("*" as never, (event: GatewayEvent) => void events.push(event));
  const post = async (id: string, body: object = {}, client: Client = fixture.admin) => {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const { agents: known } = await post("agents.list");
  if (known.length === 0) await post("agents.create", { id: "main", instructions: "You are terse." });
  let sent = 0;
  const texts = async (chatId: string): Promise<string[]> =>
    (await post("chats.messages.list", { chatId })).messages.map(
      ({ actorId, content }: { actorId: string; content: { text?: string } }) => `${actorId}: ${content.text}`,
    );
  const turns = async (): Promise<{ id: string; status: string; reason?: string; attempts: number }[]> =>
    (await post("agents.turns.list")).turns;
  return {
    ...fixture,
    events,
    post,
    texts,
    turns,
    chat: async (agentId = "main"): Promise<string> => (await post("chats.create", { agentId })).chat.id,
    say: (chatId: string, content: string, actorId = "ann") =>
      post("chats.messages.create", { chatId, actorId, clientMessageId: `m${++sent}`, content }),
    /** Waits until the only turn has a status. */
    async ends(status: string) {
      await until(async () => expect((await turns()).map((turn) => turn.status)).toContain(status));
      return (await turns())[0];
    },
    /** Waits until the chat has these texts. */
    hears: (chatId: string, expected: string[]) => until(async () => expect(await texts(chatId)).toEqual(expected)),
  };
}
