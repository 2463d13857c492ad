import { defineCommand, omitUndefined, T } from "@postern/core";
import { ConnectionBound } from "@postern/credentials/services";
import { described, restoring } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import type { ResponderRecord } from "../collections.ts";
import { creatorOf } from "../creator.ts";
import { AgentUnknown, ConnectionUnknown, CreatorEnded, ResponderNotFound } from "../errors.ts";
import { responderUpdated } from "../events.ts";
import { group } from "../group.ts";
import {
  bindConnection,
  checkSettings,
  deriveContext,
  ownResponder,
  putResponder,
  revokeContext,
  showResponder,
  toResponder,
} from "../responder.ts";
import {
  Agents,
  Budget,
  Concurrency,
  Config,
  ConnectionText,
  ResponderId,
  Scopes,
  ShownResponder,
} from "../schemas.ts";

export const update = defineCommand(group, {
  id: "responders.update",
  summary: "Update a responder",
  description:
    "Omitted fields stay unchanged. The configuration, the scopes and the budget are replaced as a whole; {} and [] clear them. Turns in progress are completed with the former settings.",
  properties: ["lasting", "posts"],
  input: T.Object({
    id: ResponderId,
    agents: T.Optional(Agents),
    config: T.Optional(Config),
    connection: T.Optional(ConnectionText),
    scopes: T.Optional(Scopes),
    concurrency: T.Optional(Concurrency),
    budget: T.Optional(Budget),
  }),
  output: T.Object({ responder: described(ShownResponder, "The responder") }),
  errors: [ResponderNotFound, AgentUnknown, ConnectionUnknown, ConnectionBound, AddressNotAllowed, CreatorEnded],
  examples: [{ title: "At most 100 turns a day", input: { id: "assistant", budget: { turns: "100" } } }],
  resource: ({ id }) => id,
  async plan(ctx, { id, ...input }) {
    const before = await ownResponder(ctx, id);
    await checkSettings(ctx, { ...before, ...input, isNamed: !!input.connection }, before);
    return { summary: `Update the responder ${id}` };
  },
  async undo(ctx, _plan, { id, ...given }) {
    const before = await ownResponder(ctx, id);
    // Another server gets the secret only if the call names the connection.
    const named = given.config ? { connection: before.connection, ...given } : given;
    const fields = restoring(named, before, { connection: "", budget: {} });
    return fields && { operation: "responders.update", input: { id, ...fields } };
  },
  async execute(ctx, _plan, { id, scopes, budget, ...input }) {
    const { now, emit } = ctx;
    const before = await ownResponder(ctx, id);
    const settings = { ...before, ...input, isNamed: !!input.connection };
    const { place, ...checked } = await checkSettings(ctx, settings, before);
    await bindConnection(ctx, place);
    let { contextId } = before;
    if (scopes && scopes.join() !== before.scopes.join()) {
      await revokeContext(ctx, contextId);
      contextId = await deriveContext(ctx, id, scopes, await creatorOf(ctx, before));
    }
    const { connection: _, isPrivate: __, contextId: ___, ...rest } = before;
    const record: ResponderRecord = omitUndefined({
      ...rest,
      agents: input.agents ?? before.agents,
      config: input.config ?? before.config,
      concurrency: input.concurrency ?? before.concurrency,
      scopes: scopes ?? before.scopes,
      budget: (budget as ResponderRecord["budget"]) ?? before.budget,
      ...checked,
      contextId,
      updatedAt: now,
    });
    await putResponder(ctx, record);
    emit(responderUpdated, { responder: toResponder(record) });
    return { responder: await showResponder(ctx, record) };
  },
});
