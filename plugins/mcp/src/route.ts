import { causeOfTrace, defineRoute, gatewayErrors, oneOf, suggest, T } from "@postern/core";
import { readBody } from "./body.ts";
import { group } from "./group.ts";
import { isObject, type Json } from "./json.ts";
import type { Options } from "./session.ts";

const Query = T.Object({
  groups: T.Optional(
    T.String({
      pattern: "^[a-z][a-z0-9-]{0,31}(,[a-z][a-z0-9-]{0,31})*$",
      maxLength: 1_000,
      description: "Only operations of these groups, separated by commas",
    }),
  ),
  mode: T.Optional({
    ...oneOf("tools", "compact"),
    description: "`tools`: one tool for each operation; `compact`: six tools for all of them",
  }),
  detail: T.Optional({
    ...oneOf("brief", "full"),
    description: "Level of detail of the tool list; by default the highest that fits in 40,000 tokens",
  }),
});

const Message = T.Object(
  {
    jsonrpc: T.String({ description: "Version of JSON-RPC: 2.0" }),
    id: T.Optional(T.Union([T.String(), T.Number()], { description: "Id of the request; absent in a notification" })),
    method: T.String({ description: "Method of the protocol, such as `tools/call`" }),
    params: T.Optional(T.Record(T.String(), T.Unknown(), { description: "Parameters of the method" })),
  },
  { description: "A JSON-RPC message" },
);

export const mcp = defineRoute(group, {
  method: "POST",
  path: "/mcp",
  summary: "Serve the Model Context Protocol over Streamable HTTP",
  description:
    "The address for MCP clients. The operations that the key may call are tools. Versions 2026-07-28 and older are answered, without sessions.",
  scope: "any",
  query: Query,
  body: Message,
  produces: "application/json",
  answers: { "202": "The notification was accepted" },
  async handle(request, { host, caller, calls, query }) {
    // The route needs a key.
    if (!caller) throw gatewayErrors.Unauthenticated({});
    const { mode = host.config.mode, detail } = query;
    const options: Options = { mode, detail, groups: groupsIn(query.groups, host.manifest.groups) };
    const { body, size, release } = await readBody(request, host, caller);
    try {
      const session = { host, caller, calls, options, size, traceparent: traceIn(body) };
      const { answer } = await host.state.answerer.open();
      return await answer(request, body, session);
    } finally {
      release();
    }
  },
});

/** A group that does not exist is an error: a client would otherwise wonder why its tools are missing. */
function groupsIn(given: string | undefined, groups: readonly { readonly name: string }[]) {
  if (given === undefined) return undefined;
  const names = groups.map(({ name }) => name);
  const wanted = given.split(",");
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return new Set(wanted);
  const [nearest] = [suggest(unknown, names)].flat();
  const message = `names no group of this gateway: ${unknown}${nearest === undefined ? "" : `. Did you mean ${nearest}?`}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/groups", code: "group", message }] });
}

/** The trace of a message, as clients with OpenTelemetry send it (SEP-414). */
function traceIn({ params }: Json): string | undefined {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? causeOfTrace(meta.traceparent)?.traceparent : undefined;
}
