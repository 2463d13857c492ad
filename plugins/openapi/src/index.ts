import { definePlugin } from "@postern/core";
import { openapiOf } from "./document.ts";
import { group } from "./group.ts";

export { openapiOf } from "./document.ts";

const PATH = "/api/v1/openapi.json";

/** Serves the OpenAPI 3.1 document of the gateway to whoever has a key. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  mount({ manifest }) {
    const etag = `"${manifest.digest}"`;
    const texts = new Map<string, string>();
    /** Made at the first request and kept, once for each place that the gateway is mounted at: there is one. */
    const textAt = (base: string): string => {
      const text = texts.get(base) ?? JSON.stringify(openapiOf(manifest, { url: base || "/" }));
      texts.set(base, text);
      return text;
    };
    return [
      {
        method: "GET",
        path: PATH,
        summary: "The OpenAPI 3.1 document of this gateway",
        scope: "any",
        handle(request) {
          if (request.headers.get("if-none-match") === etag)
            return new Response(null, { status: 304, headers: { etag } });
          const base = new URL(request.url).pathname.slice(0, -PATH.length);
          return new Response(textAt(base), {
            headers: { "content-type": "application/json", "cache-control": "private, no-cache", etag },
          });
        },
      },
    ];
  },
});
