import { type Caller, defineRoute, gatewayErrors, type PluginContext, T } from "@postern/core";
import { PAGE } from "../check/check.ts";
import { contents, type VersionRecord } from "../collections.ts";
import { FileNotFound, ProjectNotFound, VersionNotFound, WidgetArchived, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { liveItemOf, versionOf } from "../item.ts";
import { placeIdIn, placeOf } from "../place.ts";
import type { PublishedFile } from "../schemas.ts";
import { framePage } from "./frame.ts";
import { isActive, mediaTypeOf } from "./media.ts";
import { fileHeaders, frameHeaders, type WidgetUrl } from "./policy.ts";
import { isTicketValid } from "./tickets.ts";

const SLUG = "[a-z0-9][a-z0-9-]{0,62}";
const PATH = new RegExp(`^(.*?/widgets/(?:~([\\w.-]+)/)?(${SLUG})/(${SLUG})(@[1-9][0-9]{0,8})?)(?:/(.*))?$`);

/** The parts of a requested address. */
interface WidgetRequest {
  readonly url: WidgetUrl;
  readonly ticket: string | undefined;
  readonly scope: string;
  readonly slug: string;
  readonly ref: string;
  /** Decoded path within the folder; empty for the widget itself. */
  readonly path: string;
}

/** Serves the files of published widgets in a sandbox. */
export const widget = defineRoute(group, {
  method: "GET",
  path: "/widgets/**",
  summary: "Open a published widget in a sandbox",
  description: "The path is `<scope>/<slug>`, optionally with `@<version>`, followed by the path of a file.",
  // The path may contain a ticket instead of a key, so access is checked in `admit`.
  scope: "open",
  // The query belongs to the widget's scripts.
  query: T.Object({}, { additionalProperties: true }),
  produces: "text/html",
  answers: { "304": "The file matches If-None-Match" },
  errors: [ProjectNotFound, WidgetNotFound, WidgetArchived, VersionNotFound, FileNotFound],
  async admit(request, { host, caller }) {
    const requested = parseRequest(request);
    await admit(host, requested, caller);
    return requested;
  },
  async handle(request, { host, admitted: requested }) {
    const { store, services } = host;
    const item = await liveItemOf({ store, services }, requested.ref);
    const version = await versionOf({ store, services }, item, requested.ref);
    const content = await store.get(contents, version.contentHash);
    const { path } = requested;
    const file = content?.files.find((one) => one.path === (path || PAGE));
    if (!file) throw FileNotFound({ ref: requested.ref, path });
    // A top-level document could navigate to any address, so it is put into a frame.
    const isAlone = request.headers.get("sec-fetch-dest") === "document" && isActive(path);
    return path === "" || isAlone
      ? frame(request, requested.url, version, file.path)
      : serve(host, request, requested.url, version, file);
  },
});

export function parseRequest(request: Request): WidgetRequest {
  const { pathname, protocol, host } = new URL(request.url);
  // Generated clients encode the path as one segment, including its slashes.
  const place = pathname.replaceAll(/%2f/gi, "/").replaceAll("%40", "@");
  const [, base = "", ticket, scope = "", slug = "", version = "", rest = ""] = PATH.exec(place) ?? [];
  // An unknown address is answered like an invalid key.
  if (base === "") throw gatewayErrors.Unauthenticated({});
  const url = { origin: `${protocol}//${host}`, path: `${base}/` };
  return { url, ticket, scope, slug, ref: `${scope}/${slug}${version}`, path: decoded(rest) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function admit(
  host: PluginContext<typeof group>,
  { scope, slug, ticket }: WidgetRequest,
  caller?: Caller,
): Promise<void> {
  if (ticket === undefined) {
    if (!caller) throw gatewayErrors.Unauthenticated({});
    if (!caller.allows("widgets:read", placeIdIn(scope))) throw gatewayErrors.Forbidden({ scope: "widgets:read" });
    return;
  }
  const place = await placeOf(host.services, scope).catch(() => undefined);
  if (!place || !(await isTicketValid(host, ticket, [place.id, slug], scope))) throw gatewayErrors.Unauthenticated({});
}

function frame(request: Request, url: WidgetUrl, { name, externalAllowed }: VersionRecord, file: string): Response {
  const source = url.path + file.split("/").map(encodeURIComponent).join("/") + new URL(request.url).search;
  const headers = {
    ...frameHeaders(url, externalAllowed),
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    vary: "sec-fetch-dest",
  };
  return new Response(request.method === "HEAD" ? null : framePage(name, source, externalAllowed), { headers });
}

async function serve(
  { blobs }: PluginContext<typeof group>,
  request: Request,
  url: WidgetUrl,
  { externalAllowed }: VersionRecord,
  { path, bytes, sha256 }: PublishedFile,
): Promise<Response> {
  const type = mediaTypeOf(path);
  const etag = `"${sha256}"`;
  const headers = {
    ...fileHeaders(url, externalAllowed),
    "content-type": type ?? "application/octet-stream",
    ...(type === undefined && { "content-disposition": "attachment" }),
    "cache-control": "private, no-cache",
    vary: "sec-fetch-dest",
    etag,
  };
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  if (known.some((one) => one.trim().replace(/^W\//, "") === etag)) return new Response(null, { status: 304, headers });
  const allHeaders = { ...headers, "content-length": String(bytes) };
  if (request.method === "HEAD") return new Response(null, { headers: allHeaders });
  const content = await blobs.read(sha256);
  if (!content)
    throw gatewayErrors.Unavailable({ reason: "The stored file is damaged or missing. Publish the widget again." });
  return new Response(content as Uint8Array<ArrayBuffer>, { headers: allHeaders });
}
