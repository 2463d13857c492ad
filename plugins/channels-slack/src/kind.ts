import { hostIn } from "@postern/channels/kind";
import type { AdapterKind } from "@postern/channels/services";
import { Config } from "./config.ts";

export const slack: AdapterKind<typeof Config> = {
  id: "slack",
  title: "Slack",
  description: "Channels, direct messages and threads of a Slack workspace, over Socket Mode.",
  config: Config,
  secret: {
    needed: true,
    what: "the app-level token (xapp-…, scope connections:write) and the bot token (xoxb-…), with a space between them",
  },
  hostsOf: ({ apiUrl = "https://slack.com/api/" }) => [hostIn(apiUrl)],
  // As recommended by Slack. Longer edits are rejected.
  text: { most: 4_000, unit: "characters" },
  flood: { burst: 1, every: 1_000, per: "place" },
  // Slack has no idempotency keys (client_msg_id is not an argument of chat.postMessage): see confirm.
  idempotent: false,
  open: async (context) => (await import("./open.ts")).openSlack(context),
};
