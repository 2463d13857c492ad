import type { AdapterKind } from "@postern/channels/services";
import { Config, flood, TARGET } from "./config.ts";

export const irc: AdapterKind<typeof Config> = {
  id: "irc",
  title: "IRC",
  description: "Channels and private messages of an IRC network.",
  config: Config,
  secret: { needed: false, what: "the password of the account (login: sasl) or of the server (login: password)" },
  hostsOf: ({ host, port, tls = true }) => [`${host.toLowerCase()}:${port ?? (tls ? 6697 : 6667)}`],
  // A line has 512 bytes. The rest is reserved for the sender, the command and the longest target.
  text: { most: 320, unit: "bytes", lines: true },
  flood,
  floodOf: (config) => ({ ...flood, ...config.flood }),
  idempotent: false,
  placeOf: (given) => {
    if (!TARGET.test(given) || given.length > 64) return undefined;
    return { id: given.toLowerCase(), kind: /^[#&+]/.test(given) ? "room" : "dm", title: given };
  },
  open: async (context) => (await import("./open.ts")).openIrc(context),
};
