/** A problem document as a person reads it: what is wrong, where, and what helps. */
export function problemText(body: unknown): string {
  const {
    detail,
    title,
    issues = [],
    fix,
    requestId,
  } = (body ?? {}) as {
    detail?: string;
    title?: string;
    issues?: { path: string; message: string }[];
    fix?: string;
    requestId?: string;
  };
  const lines =
    issues.length > 0
      ? issues.map(({ path, message }) => `--${path.replace(/^\//, "").replaceAll("/", ".") || "input"} ${message}`)
      : [detail ?? title ?? "The gateway answered something that is no problem document"];
  if (fix !== undefined) lines.push(`Try: ${fix}`);
  if (requestId !== undefined) lines.push(`(request ${requestId})`);
  return `${lines.join("\n")}\n`;
}
