import { type Caller, gatewayErrors } from "@postern/core";

const SCOPE = "chats:raw";

/** Whether raw provider ids are requested; refuses a caller that may not read those of `chatId`. */
export function mayShowRaw(caller: Caller, includeRaw: boolean | undefined, chatId?: string): boolean {
  if (includeRaw !== true) return false;
  if (!caller.allows(SCOPE, chatId)) throw gatewayErrors.Forbidden({ scope: SCOPE });
  return true;
}
