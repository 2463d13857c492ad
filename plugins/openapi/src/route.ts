import { defineRoute, type Manifest } from "@postern/core";
import { openapiOf } from "./document.ts";
import { group, type State } from "./group.ts";

const PATH = "/api/v1/openapi.json";

export const document = defineRoute(group, {
  method: "GET",
  path: PATH,
  summary: "Show the OpenAPI 3.1 document of the gateway",
  description: "With `If-None-Match` and the last `ETag`, the response is 304 until the interface changes.",
  scope: "any",
  produces: "application/json",
  answers: { "304": "The document has not changed" },
  handle(request, { host: { manifest, state } }) {
    const etag = `"${manifest.digest}"`;
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag } });
    const base = new URL(request.url).pathname.slice(0, -PATH.length);
    return new Response(textAt(manifest, state, base), {
      headers: { "content-type": "application/json", "cache-control": "private, no-cache", etag },
    });
  },
});

function textAt(manifest: Manifest, known: State, base: string): string {
  const { digest } = manifest;
  const cached = known.get(base);
  if (cached?.digest === digest) return cached.text;
  const text = JSON.stringify(openapiOf(manifest, { url: base || "/" }));
  known.set(base, { digest, text });
  return text;
}
