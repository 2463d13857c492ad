import { plain } from "./plain.ts";

interface Problem {
  code?: string;
  detail?: string;
  title?: string;
  issues?: readonly { path: string; message: string }[];
  fix?: string;
  requestId?: string;
}

/** A problem document as text. `refusedKey` finds the message for a key that the gateway does not accept. */
export async function problemText(
  body: Problem | undefined,
  status: number,
  refusedKey: () => Promise<string>,
): Promise<string> {
  if (!body) return `The response (status ${status}) does not come from a gateway\n`;
  const { code, title, issues = [], fix, requestId } = body;
  const detail = code === "gateway.unauthenticated" ? await refusedKey() : body.detail;
  const lines =
    issues.length > 0
      ? issues.map(({ path, message }) => `${flagAt(path)} ${message}`)
      : [detail ?? title ?? `The gateway responded with status ${status}`];
  // Most messages name the command already.
  if (fix !== undefined && !lines.some((line) => line.includes(fix))) lines.push(`Try: ${fix}`);
  if (requestId !== undefined) lines.push(`(request ${requestId})`);
  return `${lines.map(plain).join("\n")}\n`;
}

/** The flag of a JSON pointer. */
function flagAt(path: string): string {
  const [field = "", ...deeper] = path.slice(1).split("/");
  const inside = deeper.length > 0 ? `, at ${deeper.join("/")},` : "";
  return field === "" ? "The input" : `--${field}${inside}`;
}
