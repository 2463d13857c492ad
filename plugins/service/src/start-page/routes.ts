import { createHash } from "node:crypto";
import { defineRoute, gatewayErrors, T } from "@postern/core";
import { pageHeaders } from "@postern/kit/pages";
import { group } from "../group.ts";
import { icon, pageOf, style } from "./page.ts";

/** Browsers send it; clients of the API do not. */
const isForPeople = (request: Request): boolean => (request.headers.get("accept") ?? "").includes("text/html");

const styleHash = createHash("sha256").update(style).digest("base64");
const headers = pageHeaders([`style-src 'sha256-${styleHash}'`, "img-src 'self'"]);

/** For people with a browser. Other clients get what they get for any unknown path. */
export const startPage = defineRoute(group, {
  method: "GET",
  path: "/",
  summary: "Start page",
  description: "Describes the gateway, its pages and how to get a key. For clients that accept HTML.",
  scope: "open",
  query: T.Object({}, { additionalProperties: true }),
  produces: "text/html",
  errors: [gatewayErrors.UnknownOperation],
  handle(request, { host: { manifest, services }, caller }) {
    const { pathname, origin } = new URL(request.url);
    if (!isForPeople(request)) {
      if (!caller) throw gatewayErrors.Unauthenticated({});
      throw gatewayErrors.UnknownOperation({ operation: pathname, nearest: [] });
    }
    const base = pathname.replace(/\/$/, "");
    const html = pageOf(manifest, services.gateway.version, { base, origin });
    return new Response(request.method === "HEAD" ? null : html, {
      headers: { ...headers, "content-type": "text/html; charset=utf-8", vary: "accept" },
    });
  },
});

export const favicon = defineRoute(group, {
  method: "GET",
  path: "/favicon.ico",
  summary: "Icon of the start page",
  description: "An SVG image that browsers show in the tab.",
  scope: "open",
  query: T.Object({}, { additionalProperties: true }),
  produces: "image/svg+xml",
  handle: ({ method }) =>
    new Response(method === "HEAD" ? null : icon, {
      headers: { ...headers, "content-type": "image/svg+xml", "cache-control": "max-age=86400" },
    }),
});
