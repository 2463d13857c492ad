import { defineRoute, type Manifest } from "@postern/core";
import { openapiOf } from "./document.ts";
import { group } from "./group.ts";

const PATH = "/api/v1/openapi.json";

/** Made at the first request and kept until the interface changes, for each place that a gateway is mounted at. */
const texts = new WeakMap<Manifest, Map<string, { digest: string; text: string }>>();

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
  const known = texts.get(manifest) ?? new Map<string, { digest: string; text: string }>();
  const { digest } = manifest;
  const before = known.get(base);
  if (before?.digest === digest) return before.text;
  const text = JSON.stringify(openapiOf(manifest, { url: base || "/" }));
  texts.set(manifest, known.set(base, { digest, text }));
  return text;
}
