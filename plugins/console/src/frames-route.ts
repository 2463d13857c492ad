import { defineRoute, gatewayErrors, T } from "@postern/core";
import { answerWithFile, filesBelow, sandboxedFileHeaders, sandboxHeaders } from "@postern/kit/pages";
import { group } from "./group.ts";

export const frames = defineRoute(group, {
  method: "GET",
  path: "/console/frames/**",
  summary: "Pages of plugins",
  description:
    "`<plugin>/<page>/` is the document of the frame of a plugin's page; a path after it is one of the page's files. They run in a sandbox without an origin.",
  scope: "open",
  query: T.Object({}),
  produces: "text/html",
  answers: { "304": "The file has not changed" },
  errors: [gatewayErrors.UnknownOperation],
  handle(request, { host: { state }, params: { _: path = "" } }) {
    const { pathname, origin } = new URL(request.url);
    const [, plugin, name, rest = pathname.endsWith("/") ? "" : "/"] = /^([^/]+)\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    const framed = state.pages.get(`${plugin}/${name}`);
    const base = pathname.slice(0, pathname.indexOf("/console/"));
    const file = framed && (rest === "" ? state.program.page("frame/frame.html", base) : framed.folder.file(rest));
    if (!file) throw gatewayErrors.UnknownOperation({ operation: pathname.slice(0, 200), nearest: [] });
    const own = filesBelow(origin, `${base}/console/frames/${plugin}/${name}/`);
    return answerWithFile(request, file, headersFor(own, filesBelow(origin, `${base}/console/assets/`)));
  },
});

/** A page may load its own files and the program of the frame, and is shown by the console only. */
const headersFor = (own: string, program: string): Record<string, string> => ({
  ...sandboxHeaders(false),
  ...sandboxedFileHeaders,
  "content-security-policy": [
    "sandbox allow-scripts allow-forms",
    "default-src 'none'",
    `script-src ${own} ${program}`,
    `style-src 'unsafe-inline' ${own} ${program}`,
    `img-src data: blob: ${own}`,
    `font-src data: ${own}`,
    `media-src data: blob: ${own}`,
    `connect-src ${own}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; "),
  "cache-control": "no-cache",
});
