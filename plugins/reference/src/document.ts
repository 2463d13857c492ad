import { setImmediate as pause } from "node:timers/promises";
import { defineRoute, type Manifest } from "@postern/core";
import { openapiOf } from "@postern/openapi";
import { group, type State } from "./group.ts";
import { samplesOf } from "./samples/index.ts";

const PATH = "/reference/document";

export const document = defineRoute(group, {
  method: "GET",
  path: PATH,
  summary: "Show the OpenAPI document with code samples",
  description: "With `If-None-Match` and the last `ETag`, the response is 304 until the interface changes.",
  scope: "any",
  produces: "application/json",
  answers: { "304": "The document has not changed" },
  async handle(request, { host: { manifest, state } }) {
    const etag = `"${manifest.digest}"`;
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag } });
    const { origin, pathname } = new URL(request.url);
    const text = await textAt(manifest, state, origin + pathname.slice(0, -PATH.length));
    return new Response(request.method === "HEAD" ? null : text, {
      headers: { "content-type": "application/json", "cache-control": "private, no-cache", etag },
    });
  },
});

/** The last document is kept, not one for each address: a caller chooses the port in the address. */
function textAt(manifest: Manifest, state: State, url: string): Promise<string> {
  const { digest } = manifest;
  if (state.last?.url !== url || state.last.digest !== digest) state.last = { url, digest, text: write(manifest, url) };
  return state.last.text;
}

/** In steps, between which others have their turn. */
async function write(manifest: Manifest, url: string): Promise<string> {
  const document = openapiOf(manifest, { url }) as unknown as Document;
  await pause();
  for (const operation of manifest.operations)
    Object.assign(document.paths[operation.path]?.post ?? {}, { "x-codeSamples": samplesOf(operation, url) });
  for (const { schema } of Object.values(document.components.parameters)) leaveOut(schema);
  await pause();
  return JSON.stringify(document);
}

interface Document {
  readonly paths: Record<string, { readonly post: object }>;
  readonly components: {
    readonly parameters: Record<string, { readonly schema: { enum?: string[]; pattern?: string } }>;
  };
}

/**
 * Scalar sends a header that has only one value, which would make a plan or a proposal of each call. With a pattern it is
 * left to the reader.
 */
function leaveOut(schema: { enum?: string[]; pattern?: string }): void {
  if (schema.enum?.length !== 1) return;
  schema.pattern = `^${schema.enum[0]}$`;
  delete schema.enum;
}
