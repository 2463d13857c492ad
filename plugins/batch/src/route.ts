import { defineRoute, gatewayErrors, oneOf, T } from "@postern/core";
import { bodyOf } from "./body.ts";
import { InvalidLine, NotNdjson } from "./errors.ts";
import { group } from "./group.ts";
import { Line } from "./schemas.ts";
import { openStream } from "./stream.ts";

export const batch = defineRoute(group, {
  method: "POST",
  path: "/api/v1/batch",
  summary: "Call many operations in one request",
  description:
    "Each line of the body is a call. Each is answered by a line with `id`, `status` and `body`, as soon as it is done: " +
    "the status and the body that a separate request of the operation would get. A line that cannot be run is answered " +
    "by a problem document with the number of the line (`line`), and with the `id` null if it has none. If the gateway " +
    "stops, the last line has the status 503 and names the first line that was not run.",
  scope: "any",
  query: T.Object({
    execute: T.Optional({
      ...oneOf("true"),
      description: "Execute the plans of all lines that do not say `execute` or `dryRun`",
    }),
  }),
  consumes: "application/x-ndjson",
  produces: "application/x-ndjson",
  body: Line,
  errors: [NotNdjson, InvalidLine],
  handle(request, { host, calls, query }) {
    const { streams } = host.config;
    if (host.signal.aborted || host.state.open.size >= streams)
      throw gatewayErrors.Unavailable({
        reason: `The limit of ${streams} open batch requests is reached. Try again later.`,
      });
    const body = openStream(host, calls, bodyOf(request), query.execute !== undefined);
    return new Response(body, {
      headers: {
        "content-type": "application/x-ndjson",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
