import agents from "@postern/agents";
import approvals from "@postern/approvals";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import chats from "@postern/chats";
import context from "@postern/context";
import type { GatewayEvent, Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { until } from "../../run/until.ts";
import { type IrcPerson, person } from "../channels/servers/irc-person.ts";
import { startNgircd } from "../channels/servers/ngircd.ts";
import { posts } from "./fixture.ts";

/** A gateway with an adapter on a real IRC server, an agent that may only propose, and an approver. */
export async function openOnIrc({ storage = memory(), more = [] as Plugin[] } = {}) {
  const server = await startNgircd();
  onTestFinished(() => server.stop());
  const outside = posts();
  const plugins = [
    context(),
    agents(),
    chats(),
    channels({ role: "runner" }),
    irc(),
    approvals(),
    notesPlugin(),
    outside.plugin,
    ...more,
  ] as const;
  const test = await testGateway({ plugins, storage });
  onTestFinished(test.stop);
  const events: GatewayEvent[] = [];
  test.gateway.on("*" as never, (event: GatewayEvent) => void events.push(event));
  const agent = await test.client(["propose:*"], "writer");
  const approver = await test.client(["approvals:decide"]);

  async function post(id: string, body: object = {}, client: Client = test.admin) {
    const { status, body: answer } = await client.post(id, body);
    expect([id, status, answer.detail]).toEqual([id, 200, undefined]);
    return answer;
  }
  const settings = { host: "127.0.0.1", port: server.port, tls: false, nick: "postern", channels: ["#desk"] };
  const config = { ...settings, flood: { burst: 1_000, every: 0 } };
  await post("channels.adapters.create", { id: "irc", kind: "irc", config });
  await until(async () =>
    expect((await post("channels.adapters.show", { id: "irc" })).adapter).toMatchObject({ status: "connected" }),
  );

  const self = {
    ...test,
    ...outside,
    server,
    agent,
    approver,
    events,
    post,
    types: () => events.map(({ type }) => type),
    join: (nick: string) => person(server.port, nick, { channels: ["#desk"] }),
    /** The chat of a place on IRC, which exists as soon as somebody has written there. */
    chatOf: (place: string): Promise<string> =>
      until(async () => {
        const { places } = await post("channels.places.list", { adapter: "irc" });
        const found = places.find((one: { place: string }) => one.place === place);
        expect(found).toBeDefined();
        return found.chatId;
      }),
    texts: async (chatId: string): Promise<string[]> =>
      (await post("chats.messages.list", { chatId, limit: 500 })).messages.map(
        ({ actorId, content }: { actorId: string; content: { text?: string } }) => `${actorId}: ${content.text}`,
      ),
    /** The identity as its owner sees it. */
    identity: async (id: string, client: Client = approver) =>
      (await post("approvals.identities.show", { id }, client)).identity,
    /** A person in a direct chat who decides as a client, by all steps. */
    async bound(nick = "ann", client: Client = approver, place?: string) {
      const one = await self.join(nick);
      one.say(place ?? "postern", "hello");
      const chatId = await self.chatOf(place ?? nick);
      const { identity, code } = await post("approvals.identities.bind", { chatId }, client);
      one.say(place ?? "postern", code);
      await until(async () => expect((await self.identity(identity.id, client)).status).toBe("answered"));
      await post("approvals.identities.confirm", { id: identity.id }, client);
      await one.hears(/The code is right/);
      return { ...one, chatId, id: identity.id as string, reply: (text: string) => one.say(place ?? "postern", text) };
    },
    /** Waits until an approval is announced to all who may decide it. */
    announced: (approval: string) =>
      until(async () =>
        expect((await post("approvals.notices.list", { approval })).notices).toMatchObject([{ status: "done" }]),
      ),
    status: async (approvalId: string): Promise<string> =>
      (await post("approvals.show", { id: approvalId })).approval.status,
    notes: async () => (await post("notes.page")).notes.map(({ text }: { text: string }) => text),
  };
  return self;
}

/** The code in the next notice or answer that a person hears. */
export async function codeFor({ hears }: Pick<IrcPerson, "hears">): Promise<string> {
  const line = await hears(/Reply: approve \d{6}/);
  return /approve (\d{6})/.exec(line)?.[1] as string;
}
