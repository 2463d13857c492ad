import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { kill, newEnvironment } from "./process.ts";
import { person } from "./servers/irc-person.ts";
import { startNgircd } from "./servers/ngircd.ts";
import { DOMAIN, startProsody } from "./servers/prosody.ts";
import { xmppPerson } from "./servers/xmpp-person.ts";

const real = has("ngircd") && has("prosody");
const BOT = `bot@${DOMAIN}`;

/** A gateway whose runner is connected to an IRC and an XMPP server. */
async function opened() {
  const irc = await startNgircd();
  onTestFinished(() => irc.stop());
  const xmpp = await startProsody();
  onTestFinished(() => xmpp.stop());
  for (const name of ["bot", "bob"]) xmpp.register(name);
  const env = await newEnvironment();
  const flood = { burst: 1_000, every: 0 };
  const at = {
    irc: { host: "127.0.0.1", port: irc.port, tls: false, nick: "postern", channels: ["#help"], flood },
    xmpp: { jid: BOT, service: `xmpp://127.0.0.1:${xmpp.port}`, plain: true },
  };
  const credentials = { backend: "vault" };
  const groups = ["context", "events", "chats", "agents", "channels", "channels-irc", "channels-xmpp"];
  env.configure({ plugins: { ...Object.fromEntries(groups.map((name) => [name, true])), credentials } });
  const made = "credentials connections create --provider xmpp --connection bot --secret-file -".split(" ");
  expect(await env.runWith({}, "bot", ...made)).toMatchObject({ code: 0 });
  const create = "channels adapters create --id".split(" ");
  await env.json(...create, "irc", "--kind", "irc", "--config", JSON.stringify(at.irc));
  await env.json(...create, "xmpp", "--kind", "xmpp", "--connection", "bot", "--config", JSON.stringify(at.xmpp));
  const connected = () =>
    until(async () => {
      const { adapters } = await env.json("channels", "adapters", "list");
      expect(adapters).toMatchObject([{ status: "connected" }, { status: "connected" }]);
    });
  const chatOf = (kind: string) =>
    until(async () => {
      const { chats } = await env.json("chats", "list");
      const chat = chats.find(({ channel }: { channel: string }) => channel === kind);
      expect(chat).toBeDefined();
      return chat.id as string;
    });
  const texts = async (chatId: string): Promise<string[]> => {
    const { messages } = await env.json("chats", "messages", "list", "--chat-id", chatId, "--limit", "500");
    return messages.map(({ content }: { content: { text: string } }) => content.text);
  };
  let count = 0;
  const answer = (chatId: string, text: string) =>
    env.json(
      ..."chats messages create --actor-id main --chat-id".split(" "),
      ...[chatId, "--client-message-id", `c${++count}`, "--content", text],
    );
  const holds = (chatId: string, expected: readonly string[]) =>
    until(async () => expect(await texts(chatId)).toEqual(expected));
  return { irc, xmpp, env, connected, chatOf, texts, answer, holds };
}

describe.skipIf(!real)("people on IRC and XMPP (needs ngircd and prosody installed)", () => {
  it("see each message once while the runner is stopped, started and killed", async () => {
    const { irc, xmpp, env, connected, chatOf, answer, holds } = await opened();
    await env.change("start");
    await connected();
    const ada = await person(irc.port, "ada", { channels: ["#help"] });
    const bob = await xmppPerson(xmpp.port, "bob");
    ada.say("#help", "ada was here");
    await bob.say(BOT, "bob was here");
    const [inIrc, inXmpp] = [await chatOf("irc"), await chatOf("xmpp")];
    await answer(inIrc, "hello ada");
    await answer(inXmpp, "hello bob");
    await ada.hears(/hello ada/);
    await bob.hears("hello bob");

    await env.change("stop");
    const missed = Array.from({ length: 25 }, (_, index) => `missed ${index}`);
    for (const text of missed) await bob.say(BOT, text);
    await answer(inIrc, "after the break, ada");
    await env.change("start");
    await connected();
    await ada.hears(/after the break, ada/);
    await holds(inXmpp, ["bob was here", "hello bob", ...missed]);

    const flood = Array.from({ length: 300 }, (_, index) => `flood ${index}`);
    const runner = env.runner();
    for (const [index, text] of flood.entries()) {
      if (index === 150) kill(runner);
      await bob.say(BOT, text);
    }
    await answer(inXmpp, "after the crash, bob");
    await bob.hears("after the crash, bob");
    await connected();
    await until(async () => {
      const { total } = await env.json("chats", "messages", "list", "--chat-id", inXmpp, "--limit", "1");
      expect(total).toBe(2 + missed.length + flood.length + 1);
    });
    const { messages } = await env.json(..."chats messages list --limit 500 --chat-id".split(" "), inXmpp);
    const reported = messages.map(({ content }: { content: { text: string } }) => content.text);
    expect(reported.filter((text: string) => text.startsWith("flood"))).toEqual(flood);
    expect(ada.heard("postern")).toEqual(["hello ada", "after the break, ada"]);
    expect(bob.heard(BOT)).toEqual(["hello bob", "after the crash, bob"]);
  });
});
