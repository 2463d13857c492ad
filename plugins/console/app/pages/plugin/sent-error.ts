import { PosternError } from "@postern/client";
import type { SentError } from "../../frame/protocol.ts";

/** An error as a page of a plugin receives it. */
export const sentError = (error: unknown): SentError =>
  error instanceof PosternError
    ? {
        message: error.detail ?? error.message,
        code: error.code,
        status: error.status,
        ...(error.fix !== undefined && { fix: error.fix }),
      }
    : { message: error instanceof Error ? error.message : String(error), code: "console.failed", status: 0 };
