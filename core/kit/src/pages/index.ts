export { answerWithFile, type PageFile, pageFile } from "./file.ts";
export { filesBelow, sandboxedFileHeaders, sandboxHeaders } from "./sandbox.ts";

/** Text as part of a page, also in the value of an attribute in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * The headers of a page: it may load and do only what `allowed` says, in directives such as `script-src 'self'`, and no
 * other page can frame it.
 */
export const pageHeaders = (allowed: readonly string[]): Record<string, string> => ({
  "content-security-policy": [
    "default-src 'none'",
    ...allowed,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

/** An HTML document. `head` and `body` are markup, the title is text. */
export const htmlPage = ({ title, head, body }: Record<"title" | "head" | "body", string>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
