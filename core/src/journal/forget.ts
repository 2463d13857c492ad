import { causeOf, type Logger } from "../define/log.ts";
import { forgetOld } from "../runtime/idempotency.ts";
import { type Teller, transact } from "../runtime/transactions.ts";

/** Removes kept outcomes after their day, each hour and a few hundred at a time, until it is stopped. */
export function forgetOutcomes(teller: Teller, log: Logger): () => void {
  const sweep = async () => {
    try {
      while (await transact(teller, (store) => forgetOld(store, teller.now())));
    } catch (error) {
      log.warn(causeOf(error), "Old outcomes could not be removed");
    }
  };
  const timer = setInterval(sweep, 60 * 60 * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
