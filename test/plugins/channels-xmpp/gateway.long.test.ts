import { describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-xmpp/src/config.ts";
import { xmpp } from "../../../plugins/channels-xmpp/src/kind.ts";
import { has } from "../../run/programs.ts";
import { untilThereAre } from "../../run/until.ts";
import { createContext, type Surroundings } from "../channels/context.ts";
import { DOMAIN, startProsody } from "../channels/servers/prosody.ts";
import { xmppPerson } from "../channels/servers/xmpp-person.ts";

describe.skipIf(!has("prosody"))("an XMPP adapter at a server without an archive (needs prosody installed)", () => {
  async function alone() {
    const server = await startProsody({ archive: false });
    onTestFinished(() => server.stop());
    for (const name of ["bot", "ada"]) server.register(name);
    const config = { jid: `bot@${DOMAIN}`, service: `xmpp://127.0.0.1:${server.port}`, plain: true };
    const open = async (before?: Surroundings<Config>) => {
      const around = createContext<Config>(config, { secret: "bot", ...(before && { before }) });
      onTestFinished(() => around.stop());
      return Object.assign(around, { link: await xmpp.open(around.context) });
    };
    return { open, ada: await xmppPerson(server.port, "ada") };
  }

  it("loses nothing of a flood of 10,000 messages, in order", async () => {
    const { open, ada } = await alone();
    const { link, received } = await open();
    const all = Array.from({ length: 10_000 }, (_, index) => `message ${index}`);
    for (const text of all) await ada.say(`bot@${DOMAIN}`, text);
    await link.ping?.(AbortSignal.timeout(60_000));
    await untilThereAre(all.length, () => received.length);
    expect(received.map((inbound) => "text" in inbound && inbound.text)).toEqual(all);
  });
});
