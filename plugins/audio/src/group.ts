import { agentDirectory } from "@postern/agents/services";
import { chatDirectory } from "@postern/chats/services";
import { defineGroup, oneOf, optional, stateOf, T, withDefault } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import type { State } from "./state.ts";

const word = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 128, description }));

export const group = defineGroup("audio", {
  title: "Audio",
  description: "Text to speech: requests, the worker that turns them into sound, and a page that plays it.",
  needs: {
    agents: optional(agentDirectory),
    chats: optional(chatDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
  },
  state: stateOf<State>(),
  config: T.Object({
    provider: withDefault(oneOf("local", "voiceprovider"), "local"),
    engine: T.Optional(oneOf("espeak-ng", "flite")),
    voiceprovider: T.Optional(
      T.Object(
        {
          url: T.Optional(T.String({ minLength: 1, maxLength: 2_048, description: "Address of the service" })),
          connection: word("Name of the credential connection; not needed where there is one of the provider only"),
          voice: word("Id of the voice where nobody names one"),
          model: word("Id of the model where nobody names one"),
          format: word("Format of the sound where nobody names one"),
          timeout: T.Optional(
            T.Integer({ minimum: 100, maximum: 300_000, description: "Milliseconds that it may be silent; 30000" }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    keepDays: withDefault(
      T.Integer({ minimum: 1, maximum: 3_650, description: "Days that requests and their sound are kept" }),
      30,
    ),
  }),
});
