import { type Static, T } from "@postern/core";
import { hostIn } from "@postern/credentials/services";
import type { AdapterKind } from "../../services.ts";
import { ApiUrl } from "../api-url.ts";

export const Config = T.Object({
  apiUrl: T.Optional(ApiUrl("Slack's Web API, https://slack.com/api/ if absent")),
});
export type Config = Static<typeof Config>;

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
  // As Slack advises; an edit that is longer is refused.
  text: { most: 4_000, unit: "characters" },
  flood: { burst: 1, every: 1_000, per: "place" },
  // Slack takes no idempotency key (client_msg_id is not an argument of chat.postMessage): see confirm.
  idempotent: false,
  open: async (context) => (await import("./open.ts")).openSlack(context),
};
