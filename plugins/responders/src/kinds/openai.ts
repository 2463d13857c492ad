import { T } from "@postern/core";
import { hostIn } from "@postern/credentials/services";
import { described, url } from "@postern/kit/fields";
import type { ResponderKind } from "../services.ts";
import { clientFor } from "./openai/client.ts";
import { converse } from "./openai/converse.ts";

const whole = (minimum: number, maximum: number, description: string) =>
  T.Optional(T.Integer({ minimum, maximum, description }));

const Config = T.Object({
  baseURL: described(
    url({ like: "https://api.openai.com/v1", server: true }),
    "Address of the API, up to the version: https://api.openai.com/v1, http://127.0.0.1:11434/v1 for Ollama",
  ),
  model: T.String({ minLength: 1, maxLength: 256, description: "Name of the model, as the server knows it" }),
  historyTokens: whole(
    0,
    1_000_000,
    "Tokens of earlier messages that the model sees (4 characters each); 4000 by default",
  ),
  maxTokens: whole(1, 1_000_000, "Maximum tokens of one reply of the model; 2000 by default"),
  temperature: T.Optional(
    T.Number({ minimum: 0, maximum: 2, description: "Sampling temperature; by default the server's" }),
  ),
  maxRounds: whole(1, 50, "Maximum number of replies with tool calls in one turn; 8 by default"),
  maxTotalTokens: whole(1, 10_000_000, "Maximum tokens of one turn, over all its requests; 100000 by default"),
  timeoutMs: whole(1_000, 600_000, "Milliseconds that one request to the server may take; 120000 by default"),
});

/** A model behind the chat completions API, which most servers of models have. */
export const openai: ResponderKind<typeof Config> = {
  id: "openai",
  title: "Model (OpenAI-compatible API)",
  description:
    "A model behind an OpenAI-compatible chat completions API: OpenAI, Ollama, llama.cpp, vLLM, LiteLLM, OpenRouter and others.",
  config: Config,
  secret: { needed: false, what: "the API key of the server" },
  timeout: 11 * 60_000,
  hostsOf: ({ baseURL }) => [hostIn(baseURL)],
  urlsOf: ({ baseURL }) => [baseURL],
  check: ({ config, hosts, signal, useSecret }) =>
    useSecret(async (secret) => {
      const client = await clientFor(config, hosts, secret);
      const found = await client.models(signal);
      const isThere = found.includes(config.model);
      if (!isThere && found.length > 0)
        throw new Error(
          `The server does not list the model "${config.model}". It lists ${found.slice(0, 10).join(", ")}`,
        );
      return {
        detail: isThere ? `The server has the model ${config.model}` : "The server answers, but lists no models",
      };
    }),
  answer: (context) =>
    context.useSecret(async (secret) => converse(context, await clientFor(context.config, context.hosts, secret))),
};
