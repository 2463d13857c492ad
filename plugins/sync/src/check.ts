import { omitUndefined } from "@postern/core";
import type { Check, Finding } from "@postern/kit/checks";
import { conflicts, enabledDomains, type LinkRecord } from "./collections.ts";
import { linkIn } from "./link.ts";

const FIX = "postern sync status";
/** Milliseconds that an exchange may fail before that is a problem. */
const PATIENCE = 60_000;

/** Reports a link that does not exchange records, and groups that are enabled for it without their plugin. */
export const syncCheck = ({ config }: { readonly config: { readonly runner: boolean } }): Check => ({
  name: "sync",
  async run({ store, now }) {
    const link = await linkIn(store);
    if (!link) return {};
    const open = await store.count(conflicts);
    const { items: enabled } = await store.find(enabledDomains, { limit: 500 });
    const away = enabled.filter(({ isAway }) => isAway).map(({ id }) => ofAway(id));
    const { state, reason } = link;
    return {
      items: [
        omitUndefined({ name: "link", value: state, detail: reason }),
        { name: "conflicts", value: String(open) },
      ],
      findings: [...(config.runner ? ofLink(link, now) : [ofSwitch(link)]), ...away],
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

const ofAway = (id: string): Finding => ({
  id: "sync.plugin_missing",
  severity: "warning",
  evidence: `The group ${id} is enabled for sync, but a gateway without its plugin has started: changes may be exchanged late. Enable the plugin on each gateway of the store, then restart one of them, or disable sync for the group`,
  fix: "postern sync domains list",
});
