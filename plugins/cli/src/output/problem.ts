import { plain } from "./plain.ts";

interface Told {
  detail?: string;
  title?: string;
  issues?: readonly { path: string; message: string }[];
  fix?: string;
  requestId?: string;
}

/** A problem document as a person reads it: what is wrong, where, and what helps. */
export function problemText(body: Told | undefined, status: number): string {
  if (!body) return `What answered ${status} is no gateway\n`;
  const { detail, title, issues = [], fix, requestId } = body;
  const lines =
    issues.length > 0
      ? issues.map(({ path, message }) => `${flagAt(path)} ${message}`)
      : [detail ?? title ?? `The gateway answered ${status}`];
  if (fix !== undefined) lines.push(`Try: ${fix}`);
  if (requestId !== undefined) lines.push(`(request ${requestId})`);
  return `${lines.map(plain).join("\n")}\n`;
}

/** The flag that a JSON pointer leads into. */
function flagAt(path: string): string {
  const [field = "", ...deeper] = path.slice(1).split("/");
  const inside = deeper.length > 0 ? `, at ${deeper.join("/")},` : "";
  return field === "" ? "The input" : `--${field}${inside}`;
}
