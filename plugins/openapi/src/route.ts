import { defineRoute, type Manifest } from "@postern/core";
import { openapiOf } from "./document.ts";
import { group } from "./group.ts";

const PATH = "/api/v1/openapi.json";

/** Made at the first request and kept, once for each place that a gateway is mounted at: there is one. */
const texts = new WeakMap<Manifest, Map<string, string>>();

export const document = defineRoute(group, {
  method: "GET",
  path: PATH,
  summary: "The OpenAPI 3.1 document of this gateway",
  description: "Send `If-None-Match` with the last `ETag`: the answer is 304 until the interface changes.",
  scope: "any",
  produces: "application/json",
  answers: { "304": "The document is the one of If-None-Match" },
  handle(request, { host: { manifest } }) {
    const etag = `"${manifest.digest}"`;
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag } });
    const base = new URL(request.url).pathname.slice(0, -PATH.length);
    return new Response(textAt(manifest, base), {
      headers: { "content-type": "application/json", "cache-control": "private, no-cache", etag },
    });
  },
});

function textAt(manifest: Manifest, base: string): string {
  const known = texts.get(manifest) ?? new Map<string, string>();
  const text = known.get(base) ?? JSON.stringify(openapiOf(manifest, { url: base || "/" }));
  texts.set(manifest, known.set(base, text));
  return text;
}
