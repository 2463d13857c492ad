import { defineRoute, gatewayErrors, T } from "@postern/core";
import { answerWithFile, pageHeaders } from "@postern/kit/pages";
import { group } from "./group.ts";

/** Scalar sets styles of elements; it needs no script but its own, and nothing from other hosts. */
const headers = pageHeaders([
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
]);

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
  handle(request, { host: { state }, params: { _: path = "" } }) {
    const { pathname } = new URL(request.url);
    const isList = path === "" || path === "guides";
    // Links on the pages are relative, so the addresses of lists end with a slash and others do not.
    if (isList && !pathname.endsWith("/"))
      return new Response(null, { status: 308, headers: { ...headers, location: `${pathname}/` } });
    const file = isList || !pathname.endsWith("/") ? state.files(path) : undefined;
    if (!file) throw gatewayErrors.UnknownOperation({ operation: pathname.slice(0, 200), nearest: [] });
    return answerWithFile(request, file, headers);
  },
});
