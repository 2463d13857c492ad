import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { defineRoute, gatewayErrors, T } from "@postern/core";
import type { Assets } from "./assets.ts";
import { group } from "./group.ts";
import { guidePage, operationsPage } from "./pages.ts";
import { style } from "./style.ts";

/** Scalar sets styles of elements; it needs no script but its own, and nothing from other hosts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

interface Found {
  readonly type: string;
  readonly body: string | Buffer;
  readonly encoding?: "gzip";
}

const html = (body: string): Found => ({ type: "text/html; charset=utf-8", body });
const javascript = (body: Buffer): Found => ({ type: "text/javascript; charset=utf-8", body });

/** Everything under `/reference/` but the document: the same for every reader, with nothing of this gateway. */
export const pages = defineRoute(group, {
  method: "GET",
  path: "/reference/**",
  summary: "Reference pages",
  description:
    "The operations of this gateway, with a client that calls them, and guides. They load nothing from other hosts.",
  scope: "open",
  query: T.Object({}, { additionalProperties: true }),
  produces: "text/html",
  answers: { "304": "The page has not changed", "308": "The address of the page ends with a slash" },
  errors: [gatewayErrors.UnknownOperation],
  handle(request, { host: { state } }) {
    const { pathname } = new URL(request.url);
    const path = pathname.slice(pathname.lastIndexOf("/reference") + "/reference".length);
    // Links on the pages are relative.
    if (path === "" || path === "/guides")
      return new Response(null, { status: 308, headers: { ...headers, location: `${pathname}/` } });
    const found = fileAt(path.slice(1), state.assets);
    if (!found) throw gatewayErrors.UnknownOperation({ operation: pathname.slice(0, 200), nearest: [] });
    return answer(request, found);
  },
});

function fileAt(path: string, assets: Assets): Found | undefined {
  if (path === "") return html(operationsPage());
  if (path === "style.css") return { type: "text/css; charset=utf-8", body: style };
  if (path === "page.js") return javascript(assets.script());
  const scalar = path === "scalar.js" ? assets.scalar() : undefined;
  if (scalar) return { ...javascript(scalar), encoding: "gzip" };
  if (!path.startsWith("guides/")) return undefined;
  const id = path.slice("guides/".length);
  const guides = assets.guides();
  const guide = guides.get(id);
  return guide || id === "" ? html(guidePage(guides, guide)) : undefined;
}

function answer(request: Request, { type, body, encoding }: Found): Response {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const etag = `"${digest}"`;
  const all = { ...headers, "content-type": type, "cache-control": "no-cache", etag, vary: "accept-encoding" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: all });
  const accepts = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const sent = encoding && !accepts ? gunzipSync(body) : body;
  const encoded: Record<string, string> = encoding && accepts ? { "content-encoding": encoding } : {};
  return new Response(request.method === "HEAD" ? null : (sent as BodyInit), { headers: { ...all, ...encoded } });
}
