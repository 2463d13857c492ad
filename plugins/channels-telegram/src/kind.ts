import { hostIn } from "@postern/channels/kind";
import type { AdapterKind } from "@postern/channels/services";
import { Config } from "./config.ts";

export const telegram: AdapterKind<typeof Config> = {
  id: "telegram",
  title: "Telegram",
  description: "Private chats, groups, topics and channels of a Telegram bot. The Bot API does not report deletions.",
  config: Config,
  secret: { needed: true, what: "the bot token from @BotFather (123456:ABC-…)" },
  hostsOf: ({ apiRoot = "https://api.telegram.org" }) => [hostIn(apiRoot)],
  // Counted in code points, as the Bot API does.
  text: { most: 4_096, unit: "characters" },
  // One message per second and chat. The limit over all chats, 30 messages a second, is reported with 429.
  flood: { burst: 1, every: 1_000, per: "place" },
  idempotent: false,
  open: async (context) => (await import("./open.ts")).openTelegram(context),
};
