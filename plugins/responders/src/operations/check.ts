import { defineCommand, T } from "@postern/core";
import { namedHosts } from "@postern/kit/outbound";
import { ResponderNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownResponder, problemOf } from "../responder.ts";
import { ResponderId } from "../schemas.ts";
import { secretAccess } from "../work/secret-access.ts";

/** Milliseconds that a server has to answer. */
const TIMEOUT = 15_000;

export const check = defineCommand(group, {
  id: "responders.check",
  summary: "Check whether a responder can answer turns",
  description: "Asks its server or program, without answering a turn and without using tokens.",
  outside: true,
  input: T.Object({ id: ResponderId }),
  output: T.Object({
    ok: T.Boolean({ description: "Whether it can answer turns" }),
    detail: T.String({ description: "The finding or the problem" }),
  }),
  errors: [ResponderNotFound],
  examples: [{ title: "Check a responder", input: { id: "assistant" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const { kind } = await ownResponder(ctx, id);
    return { summary: `Check the responder ${id}`, effects: [`asks its ${kind} server or program`] };
  },
  async execute({ host, signal, ...ctx }, _plan, { id }) {
    const record = await ownResponder({ store: ctx.store.unchecked, caller: ctx.caller, now: ctx.now }, id);
    const kind = host.state.kinds.find(record.kind);
    const problem = problemOf(host.state, { ...record, status: "enabled" });
    if (!kind || problem !== undefined) return { ok: false, detail: problem ?? "Unknown kind" };
    const { value: config } = host.state.kinds.read(kind, record.config);
    try {
      const checked = await kind.check?.({
        config,
        hosts: namedHosts("responders", record, host.config),
        useSecret: secretAccess(host, kind, record.connection, config),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      });
      return { ok: true, detail: checked?.detail ?? "Nothing to check for this kind" };
    } catch (error) {
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  },
});
