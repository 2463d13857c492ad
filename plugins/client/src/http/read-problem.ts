import { type Issue, PosternError } from "./error.ts";
import { parseRetryAfter } from "./retry-after.ts";

/** Members of every problem document, which are not data of the error. */
const COMMON = ["type", "title", "status", "detail", "message", "code", "requestId", "fix"];
/** Characters of an answer that is not a problem document, to show in the message. */
const SHOWN = 200;

/** The error of a response that is not 2xx. A response that does not come from a gateway is an error as well. */
export function problemIn(response: Response, text: string): PosternError {
  const { status, headers } = response;
  const wait = parseRetryAfter(headers.get("retry-after"), Date.now());
  const retryAfterMs = wait === undefined ? {} : { retryAfterMs: wait };
  const body = parseObject(text);
  if (typeof body?.code !== "string" || typeof body.detail !== "string") {
    const shown = text.trim().slice(0, SHOWN);
    const detail = `The answer with the status ${status} is not from a gateway${shown === "" ? "" : `: ${shown}`}`;
    return new PosternError({ code: "client.invalid_answer", status, detail, ...retryAfterMs });
  }
  const { code, detail, issues, fix, requestId } = body;
  return new PosternError({
    ...{ code, status, detail, ...retryAfterMs },
    ...(Array.isArray(issues) && { issues: issues as readonly Issue[] }),
    ...(typeof fix === "string" && { fix }),
    ...(typeof requestId === "string" && { requestId }),
    data: Object.fromEntries(Object.entries(body).filter(([name]) => !COMMON.includes(name))),
  });
}

/** The error of a command that waits for approval although it was to be executed. */
export function pendingIn(answer: unknown): PosternError {
  const { approvalId, expiresAt } = answer as { approvalId?: string; expiresAt?: number };
  return new PosternError({
    code: "gateway.approval_pending",
    status: 202,
    detail: `The command waits for the approval "${approvalId}" and has not been executed`,
    data: { approvalId, expiresAt },
  });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
