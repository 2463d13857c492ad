import { isObject } from "../json.ts";

/** The status and the body that an operation answers over HTTP. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The answer of a tool: a JSON object as text, which is also its structured content if it is not an error. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * The answer for what an operation answered over HTTP. A plan and an approval that is pending are normal answers: a model
 * would repeat what it takes for an error.
 */
export function answerOf({ status, text }: Reply): ToolAnswer {
  if (status === 202) return answerWith({ pending: true, ...(parsed(text) as object) });
  const isError = status < 200 || status >= 300;
  return { text: isError ? errorText(text) : text, isError };
}

export const answerWith = (value: object): ToolAnswer => ({ text: JSON.stringify(value), isError: false });

/** Members of a problem document that repeat others. */
const REPEATED = ["type", "title", "detail"];

/** A problem document without what it says twice: `code`, `message`, `issues` and `fix` stay, so that a call can be corrected. */
function errorText(text: string): string {
  const problem = parsed(text);
  if (!isObject(problem)) return text;
  const { code, message, issues, fix, ...rest } = problem;
  const others = Object.entries(rest).filter(([name]) => !REPEATED.includes(name));
  return JSON.stringify({ code, message, issues, fix, ...Object.fromEntries(others) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
