import { omitUndefined } from "@postern/core";
import type { Check, Finding } from "@postern/core/checks";
import { conflicts, type LinkRecord } from "./collections.ts";
import { linkIn } from "./link.ts";

const FIX = "postern sync status";
/** Milliseconds that an exchange may fail before that is a problem. */
const PATIENCE = 60_000;

/** Reports a link that does not exchange records. */
export const syncCheck = ({ config }: { readonly config: { readonly runner: boolean } }): Check => ({
  name: "sync",
  async run({ store, now }) {
    const link = await linkIn(store);
    if (!link) return {};
    const open = await store.count(conflicts);
    const { state, reason } = link;
    return {
      items: [
        omitUndefined({ name: "link", value: state, detail: reason }),
        { name: "conflicts", value: String(open) },
      ],
      findings: config.runner ? ofLink(link, now) : [ofSwitch(link)],
    };
  },
});

function ofLink({ state, reason, consoleUrl, lastErrorAt, linkedAt }: LinkRecord, now: number): Finding[] {
  if (state !== "waiting" && state !== "stopped") return [];
  const since = lastErrorAt ?? linkedAt;
  if (state === "waiting" && Math.abs(now - since) < PATIENCE) return [];
  const when = `since ${new Date(since).toISOString()}`;
  const evidence = `No records are exchanged with ${consoleUrl} ${when}${reason === undefined ? "" : `: ${reason}`}`;
  return [{ id: `sync.${state}`, severity: state === "stopped" ? "error" : "warning", evidence, fix: FIX }];
}

const ofSwitch = ({ consoleUrl }: LinkRecord): Finding => ({
  id: "sync.disabled",
  severity: "info",
  evidence: `Records are exchanged with ${consoleUrl} only on request: plugins.sync.runner is false`,
  fix: FIX,
});
