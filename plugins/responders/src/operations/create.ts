import { defineCommand, T } from "@postern/core";
import { ConnectionBound } from "@postern/credentials/services";
import { described, oneOfOffered, withDefault } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { MAX_COUNT, type ResponderRecord, responders } from "../collections.ts";
import { AgentUnknown, ConnectionUnknown, ResponderExists, TooManyResponders } from "../errors.ts";
import { responderCreated } from "../events.ts";
import { group } from "../group.ts";
import { KINDS } from "../kinds.ts";
import {
  bindConnection,
  checkSettings,
  deriveContext,
  putResponder,
  showResponder,
  toResponder,
} from "../responder.ts";
import {
  Agents,
  Budget,
  Concurrency,
  Config,
  ConnectionText,
  KindId,
  NewResponderId,
  Scopes,
  ShownResponder,
} from "../schemas.ts";

export const create = defineCommand(group, {
  id: "responders.create",
  summary: "Create a responder that answers the turns of agents",
  description:
    "It starts immediately. It answers as the agent, and calls tools with its own key, which has only the given scopes.",
  properties: ["lasting", "posts"],
  input: T.Object({
    id: described(NewResponderId, "Id of the responder"),
    kind: oneOfOffered(KINDS, { pattern: KindId.pattern as string, description: KindId.description as string }),
    agents: Agents,
    config: withDefault(Config, {}),
    connection: T.Optional(ConnectionText),
    scopes: withDefault(Scopes, []),
    concurrency: withDefault(Concurrency, "4"),
    budget: T.Optional(Budget),
  }),
  output: T.Object({ responder: described(ShownResponder, "The responder") }),
  errors: [ResponderExists, TooManyResponders, AgentUnknown, ConnectionUnknown, ConnectionBound, AddressNotAllowed],
  examples: [
    {
      title: "A model behind an OpenAI-compatible server",
      input: {
        id: "assistant",
        kind: "openai",
        agents: ["main"],
        config: { baseURL: "https://api.openai.com/v1", model: "gpt-5-mini" },
        connection: "openai",
        scopes: ["tasks:write"],
      },
    },
  ],
  resource: ({ id }) => id,
  async plan(ctx, { id, kind, ...input }) {
    const { store } = ctx;
    await checkSettings(ctx, { kind, ...input, isNamed: true });
    if (await store.get(responders, id)) throw ResponderExists({ responder: id });
    if ((await store.count(responders, { limit: MAX_COUNT })) >= MAX_COUNT)
      throw TooManyResponders({ limit: MAX_COUNT });
    return { summary: `Create the responder ${id} of kind ${kind} for ${input.agents.join(", ")}` };
  },
  undo: (_ctx, _plan, { id }) => ({ operation: "responders.remove", input: { id } }),
  async execute(ctx, _plan, { id, kind, agents, config, concurrency, scopes, budget, connection }) {
    const { caller, now, emit } = ctx;
    const { place, ...checked } = await checkSettings(ctx, { kind, agents, config, connection, isNamed: true });
    await bindConnection(ctx, place);
    const contextId = await deriveContext(ctx, id, scopes);
    const record: ResponderRecord = {
      id,
      kind,
      status: "enabled",
      agents,
      config,
      scopes,
      concurrency,
      ...checked,
      ...(contextId !== undefined && { contextId }),
      ...(budget && { budget: budget as ResponderRecord["budget"] }),
      ownerId: caller.principal,
      createdBy: caller.contextId,
      createdAt: now,
      updatedAt: now,
    };
    await putResponder(ctx, record);
    emit(responderCreated, { responder: toResponder(record) });
    return { responder: await showResponder(ctx, record) };
  },
});
