/** Looks through the pages of a large store in the background: at the open, that would delay the start of a gateway. */
import { StoreUnavailable } from "@postern/core/storage";
import { ADVICE } from "./meta-pages.ts";
import { isCheckedAtOpen } from "./preflight.ts";
import { pageFaultInChild } from "./verify.ts";

/** Milliseconds after the open: a command that opens the store briefly ends before. */
const DELAY = 1_000;

export interface PageCheck {
  /** The damage that was found, if any. */
  trouble(): StoreUnavailable | undefined;
  stop(): void;
}

/** Starts the check of a store that was opened without it. Reads go on meanwhile, and may crash on a damaged page. */
export function checkPages(path: string): PageCheck {
  const stopped = new AbortController();
  let trouble: StoreUnavailable | undefined;
  async function check() {
    // A process that cannot be started finds nothing; the regular verification reports that.
    const fault = await pageFaultInChild(path, stopped.signal).catch(() => undefined);
    if (fault !== undefined) trouble = new StoreUnavailable("damaged", `${fault}. ${ADVICE}.`);
  }
  const timer = isCheckedAtOpen(path) ? undefined : setTimeout(check, DELAY).unref();
  return {
    trouble: () => trouble,
    stop() {
      clearTimeout(timer);
      stopped.abort();
    },
  };
}
