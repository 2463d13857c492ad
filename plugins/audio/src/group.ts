import { agentDirectory } from "@postern/agents/services";
import { chatDirectory } from "@postern/chats/services";
import { defineGroup, gatewayView, oneOf, optional, stateOf, T } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import { described, withDefault } from "@postern/kit/fields";
import type { State } from "./state.ts";

const word = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 128, description }));

export const group = defineGroup("audio", {
  title: "Audio",
  description: "Text to speech with local voices or a voice provider, and a page that plays the sound.",
  needs: {
    gateway: gatewayView,
    agents: optional(agentDirectory),
    chats: optional(chatDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
  },
  state: stateOf<State>(),
  config: T.Object({
    provider: withDefault(
      described(oneOf("local", "voiceprovider"), "Speech provider for agents without a default"),
      "local",
    ),
    engine: T.Optional(
      described(
        oneOf("espeak-ng", "flite"),
        "Local speech engine; by default espeak-ng if it is installed, otherwise flite",
      ),
    ),
    voiceprovider: T.Optional(
      T.Object(
        {
          url: T.Optional(T.String({ minLength: 1, maxLength: 2_048, description: "URL of the service" })),
          connection: word("Name of the credential connection with the key; not needed if the provider has only one"),
          voice: word("Default voice id"),
          model: word("Default model id"),
          format: word("Default audio format"),
          timeout: T.Optional(
            T.Integer({
              minimum: 100,
              maximum: 300_000,
              description: "Milliseconds to wait for data from the service; 30000 by default",
            }),
          ),
        },
        { additionalProperties: false, description: "Settings of the voice provider" },
      ),
    ),
    keepDays: withDefault(
      T.Integer({
        minimum: 1,
        maximum: 3_650,
        description: "Number of days after which requests and their sound are deleted",
      }),
      30,
    ),
  }),
});
