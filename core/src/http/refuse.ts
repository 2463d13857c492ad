import { declaredError } from "../define/failure.ts";
import { causeOf } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import { type Outgoing, problemAnswer } from "./outgoing.ts";
import type { HttpSetting } from "./setting.ts";

/** What went wrong, as a problem; what nobody declared goes to the log, whole. */
export function refuse(thrown: unknown, requestId: string, setting: HttpSetting, operation?: Operation): Outgoing {
  const error = declaredError(thrown);
  setting.refused(error);
  if (error.status >= 500 && error !== thrown)
    setting.log.error({ requestId, operation: operation?.id, ...causeOf(thrown) }, "A request failed");
  return problemAnswer(error, requestId, error.isReplay ? ["idempotent-replayed", "true"] : []);
}
