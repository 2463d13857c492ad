import { hostIn } from "@postern/channels/kind";
import type { AdapterKind } from "@postern/channels/services";
import { Config } from "./config.ts";

export const telegram: AdapterKind<typeof Config> = {
  id: "telegram",
  title: "Telegram",
  description: "Private chats, groups, topics and channels of a Telegram bot. The Bot API does not tell of deletions.",
  config: Config,
  secret: { needed: true, what: "the token of the bot, as @BotFather gives it (123456:ABC-…)" },
  hostsOf: ({ apiRoot = "https://api.telegram.org" }) => [hostIn(apiRoot)],
  // Code points: as the Bot API's own server counts the texts of bots.
  text: { most: 4_096, unit: "characters" },
  // A message a second in one chat; that of all chats it takes 30 a second only, it says by itself (429).
  flood: { burst: 1, every: 1_000, per: "place" },
  idempotent: false,
  open: async (context) => (await import("./open.ts")).openTelegram(context),
};
