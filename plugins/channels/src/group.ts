import { agentDirectory } from "@postern/agents/services";
import { chatDirectory } from "@postern/chats/services";
import { defineGroup, oneOf, optional, T } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";

export const group = defineGroup("channels", {
  title: "Channels",
  description: "The channel runner: a process of its own that carries chats to other platforms and back.",
  config: T.Object({
    role: T.Optional(oneOf("gateway", "runner")),
    runner: T.Optional(
      T.Object(
        {
          script: T.String({ description: "The file that is the runner: it calls runChannels" }),
          args: T.Optional(T.Array(T.String())),
        },
        { description: "How the runner is started" },
      ),
    ),
    data: T.Optional(T.String({ description: "The data folder; the runner's log lies in it" })),
    manager: T.Optional(oneOf("builtin", "pm2")),
  }),
  needs: {
    chats: chatDirectory,
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
  },
});
