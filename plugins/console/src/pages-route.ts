import { defineRoute, gatewayErrors, T } from "@postern/core";
import { answerWithFile, pageHeaders } from "@postern/kit/pages";
import { group } from "./group.ts";

/** Scripts and styles are files of this gateway, and texts are never parsed as markup. */
const headers = pageHeaders([
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  // The grid of the calendar creates its elements from templates of its own program, through this policy.
  "trusted-types svelte-trusted-html",
]);

/** Frames with pages of plugins have no origin, and load the same files. */
const shared = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

const YEAR = "max-age=31536000, immutable";

/** The program is the same for every reader and contains no data. Its pages have addresses of their own. */
export const pages = defineRoute(group, {
  method: "GET",
  path: "/console/**",
  summary: "Console pages",
  description: "The console, a program that runs in the browser and calls this gateway with the key of its user.",
  scope: "open",
  query: T.Object({}, { additionalProperties: true }),
  produces: "text/html",
  answers: { "304": "The page has not changed", "308": "The address of the console ends with a slash" },
  errors: [gatewayErrors.UnknownOperation],
  handle(request, { host: { state }, params: { _: path = "" } }) {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/console"))
      return new Response(null, { status: 308, headers: { ...headers, location: `${pathname}/` } });
    if (!path.startsWith("assets/")) {
      const base = pathname.slice(0, pathname.indexOf("/console/"));
      return answerWithFile(request, state.program.page("index.html", base), headers);
    }
    const file = state.program.file(path);
    if (!file) throw gatewayErrors.UnknownOperation({ operation: pathname.slice(0, 200), nearest: [] });
    return answerWithFile(request, file, { ...headers, ...shared, "cache-control": YEAR });
  },
});
