import { defineQuery, omitUndefined, T } from "@postern/core";
import { always, answerFrom, described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { cursors, type LinkRecord, tally } from "../collections.ts";
import { domainsHere } from "../exchange/pull.ts";
import { group } from "../group.ts";
import type { SyncHost } from "../host.ts";
import { inbox } from "../inbox.ts";
import { linkIn, siteOfLink } from "../link.ts";
import { outbox } from "../outbox.ts";
import { countAfter } from "../records/feed.ts";
import { Counters } from "../schemas.ts";
import { enabledIn, installationOf } from "../site.ts";

const MAX_PENDING = 10_000;
/** The configuration setting of the runner. */
const SWITCH = "plugins.sync.runner";

const reported = {
  consoleUrl: always(T.String({ description: "URL of the other gateway" }), "", "this gateway is not linked"),
  installationId: always(
    T.String({ description: "Id of this gateway, as the other gateway knows it" }),
    "",
    "this gateway is not linked",
  ),
  lastDownload: always(
    T.String({ description: "When changes were last received, ISO 8601" }),
    "",
    "no changes were received",
  ),
  lastError: always(
    T.String({ description: "Why records cannot be exchanged at the moment" }),
    "",
    "the last exchange succeeded",
  ),
  lastErrorAt: always(
    T.Integer({ description: "When the last error occurred, in Unix milliseconds" }),
    0,
    "there is no lastError",
  ),
  lastUpload: always(T.String({ description: "When changes were last sent, ISO 8601" }), "", "no changes were sent"),
};
const report = answerFrom(T.Object(reported));

export const status = defineQuery(group, {
  id: "sync.status",
  summary: "Show the sync status of this gateway",
  description:
    "Shows counters, cursors, the times of the last exchange, and why records cannot be exchanged with the linked gateway.",
  input: T.Object({}),
  output: T.Object({
    ...reported,
    peerInstallationId: T.Optional(T.String({ description: "Id of the other gateway" })),
    lastFailure: T.Optional(
      T.Object(
        {
          message: T.String({ description: "Error message" }),
          at: T.Optional(T.Integer({ description: "When it occurred, in Unix milliseconds" })),
          recoveredAt: T.Optional(T.Integer({ description: "When an exchange succeeded again, in Unix milliseconds" })),
        },
        { description: "The last error, which is kept after the exchange has recovered" },
      ),
    ),
    linked: T.Boolean({ description: "Whether this gateway is linked to another" }),
    cursors: withColumns(
      T.Array(
        T.Object({
          cursorKey: T.String({ description: "Name of the cursor" }),
          cursorValue: T.String({ description: "Position of the cursor" }),
          domain: T.String({ description: "Group of the records" }),
          meta: T.String({ description: "Direction and kind of records" }),
          updatedAt: T.Number({ description: "When it last moved, in Unix milliseconds" }),
        }),
        { description: "Positions of the exchange by group, kind and direction" },
      ),
      { domain: "plain", meta: "plain", cursorValue: "plain", updatedAt: "ago" },
    ),
    inbox: described(Counters, "Counts of received records by state"),
    outbox: described(Counters, "Counts of sent and waiting records by state"),
    runner: T.Object(
      {
        enabled: T.Boolean({ description: "Whether the runner and at least one group are enabled" }),
        env: T.String({ description: "Name of the setting that enables the runner" }),
        pullDomains: T.Array(T.String(), { description: "Enabled groups" }),
      },
      { description: "The continuous exchange" },
    ),
  }),
  examples: [{ title: "The status of sync", input: {} }],
  async run(ctx) {
    const { store, state, config } = ctx;
    const here = { store, state };
    const link = await linkIn(store);
    const site = link && siteOfLink(link);
    const { items } = site === undefined ? { items: [] } : await store.find(cursors, { prefix: [site], limit: 500 });
    const latest = (direction: string) => {
      const times = items.filter((one) => one.direction === direction).map(({ updatedAt }) => updatedAt);
      return times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString();
    };
    const enabled = await enabledIn(store);
    const left = items.reduce((sum, one) => sum + (one.direction === "pull" ? (one.left ?? 0) : 0), 0);
    const failure = link?.lastError === undefined ? undefined : failureOf(link, link.lastError);
    const isFailing = failure !== undefined && failure.recoveredAt === undefined;
    const members = report({
      consoleUrl: link?.consoleUrl,
      installationId: link && (await installationOf(store)),
      lastDownload: latest("pull"),
      lastError: isFailing ? failure.message : undefined,
      lastErrorAt: isFailing ? failure.at : undefined,
      lastUpload: latest("push"),
    });
    return omitUndefined({
      ...members,
      peerInstallationId: link?.installationId,
      lastFailure: failure,
      linked: link !== undefined,
      cursors: items.map(({ site, domain, kind, direction, value, updatedAt }) => ({
        cursorKey: `${site}/${domain}/${kind}/${direction}`,
        cursorValue: value,
        domain,
        meta: `${direction} ${kind}`,
        updatedAt,
      })),
      inbox: await countersOf(here, inbox, "inbox", Math.min(left, MAX_PENDING)),
      outbox: await countersOf(here, outbox, "outbox", await pendingOf(here, link)),
      runner: { enabled: config.runner && enabled.length > 0, env: SWITCH, pullDomains: enabled },
    });
  },
});

const failureOf = ({ lastErrorAt, recoveredAt }: LinkRecord, message: string) =>
  omitUndefined({ message, at: lastErrorAt, recoveredAt });

type Here = Pick<SyncHost, "store" | "state">;

async function countersOf(here: Here, queue: typeof inbox | typeof outbox, box: string, pending: number) {
  const { dead, waiting, running } = await queue.state(here);
  const counts: Record<string, number> = {};
  if (running > 0) counts.leased = running;
  for (const what of ["acked", "applied", "sent", "skipped"]) {
    const count = await here.store.sum(tally, box, what);
    if (count > 0) counts[what] = count;
  }
  return { dead, failed: waiting, pending, ...counts };
}

/** Number of our changes that were not sent yet. */
async function pendingOf(here: Here, link: LinkRecord | undefined): Promise<number> {
  let sum = 0;
  if (!link) return sum;
  for (const { id, kinds } of await domainsHere(here)) {
    for (const kind of kinds) {
      const cursor = await here.store.get(cursors, siteOfLink(link), id, kind, "push");
      sum += await countAfter(here.store, id, kind, cursor?.value);
    }
  }
  return Math.min(sum, MAX_PENDING);
}
