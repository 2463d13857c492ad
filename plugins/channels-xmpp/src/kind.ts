import { loadLibrary } from "@postern/channels/kind";
import type { AdapterKind } from "@postern/channels/services";
import { ADDRESS, Config } from "./config.ts";

export const xmpp: AdapterKind<typeof Config> = {
  id: "xmpp",
  title: "XMPP",
  description: "People and rooms of an XMPP network, with their history.",
  config: Config,
  secret: { needed: true, what: "the password of the account" },
  // The domain's DNS decides which host is used, and the certificate must be for the domain.
  hostsOf: ({ jid, service }) => [
    (service ? service.replace(/^xmpps?:\/\//, "") : jid.slice(jid.indexOf("@") + 1)).toLowerCase(),
  ],
  // Servers usually accept stanzas of at least 64 KiB, and a character may be escaped as six.
  text: { most: 8_000, unit: "characters" },
  flood: { burst: 20, every: 100, per: "adapter" },
  idempotent: false,
  placeOf: (given, { rooms = [] }) => {
    if (!ADDRESS.test(given)) return undefined;
    const [account = "", within] = given.split(/\/(.*)/s);
    const id = account.toLowerCase();
    const local = id.slice(0, id.indexOf("@"));
    if (!rooms.some((room) => room.toLowerCase() === id)) return { id, kind: "dm", title: local };
    return within ? { id: `${id}/${within}`, kind: "dm", title: within } : { id, kind: "room", title: local };
  },
  open: async (context) => {
    // Before a connection is made.
    await loadLibrary("@xmpp/client @xmpp/connection-tcp", () =>
      Promise.all([import("@xmpp/client"), import("@xmpp/connection-tcp")]),
    );
    return (await import("./open.ts")).openXmpp(context);
  },
};
