import { defineQuery, omitUndefined, T } from "@postern/core";
import { always, answerFrom, described } from "@postern/core/fields";
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

const MOST_PENDING = 10_000;
/** Where a configuration switches it. */
const SWITCH = "plugins.sync.runner";

const told = {
  consoleUrl: always(T.String({ description: "The address of the other gateway" }), "", "this gateway is not linked"),
  installationId: always(
    T.String({ description: "This gateway's id, as the other gateway knows it" }),
    "",
    "this gateway is not linked",
  ),
  lastDownload: always(T.String({ description: "When changes were last received, ISO 8601" }), "", "none were"),
  lastError: always(
    T.String({ description: "What keeps records from being exchanged now" }),
    "",
    "the last exchange succeeded",
  ),
  lastErrorAt: always(T.Integer({ description: "When that happened, Unix milliseconds" }), 0, "there is no lastError"),
  lastUpload: always(T.String({ description: "When changes were last sent, ISO 8601" }), "", "none were"),
};
const toldOf = answerFrom(T.Object(told));

export const status = defineQuery(group, {
  id: "sync.status",
  summary: "Show local sync status",
  description:
    "Counters, cursors, the times of the last exchange, and what keeps this gateway from exchanging records with the one that it is linked to.",
  input: T.Object({}),
  output: T.Object({
    ...told,
    peerInstallationId: T.Optional(T.String({ description: "The other gateway's id, as that gateway knows itself" })),
    lastFailure: T.Optional(
      T.Object(
        {
          message: T.String({ description: "What is wrong, for people" }),
          at: T.Optional(T.Integer({ description: "When it happened, Unix milliseconds" })),
          recoveredAt: T.Optional(T.Integer({ description: "When an exchange succeeded again, Unix milliseconds" })),
        },
        { description: "The last error, kept after the exchange has recovered" },
      ),
    ),
    linked: T.Boolean({ description: "Whether this gateway is linked to another" }),
    cursors: T.Array(
      T.Object({
        cursorKey: T.String({ description: "Name of the cursor" }),
        cursorValue: T.String({ description: "The place that it has come to" }),
        domain: T.String({ description: "The group whose records are exchanged" }),
        meta: T.String({ description: "Which way, and which kind of records" }),
        updatedAt: T.Number({ description: "Unix milliseconds" }),
      }),
      { description: "How far the exchange has come, by group" },
    ),
    inbox: described(Counters, "Counts of entries that came in, by state"),
    outbox: described(Counters, "Counts of entries that wait to be sent or were, by state"),
    runner: T.Object(
      {
        enabled: T.Boolean({ description: "Whether it is switched on, and a group is enabled" }),
        env: T.String({ description: "The setting that switches it" }),
        pullDomains: T.Array(T.String(), { description: "The groups that are enabled" }),
      },
      { description: "The process that does the work" },
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
    const answered = toldOf({
      consoleUrl: link?.consoleUrl,
      installationId: link && (await installationOf(store)),
      lastDownload: latest("pull"),
      lastError: isFailing ? failure.message : undefined,
      lastErrorAt: isFailing ? failure.at : undefined,
      lastUpload: latest("push"),
    });
    return omitUndefined({
      ...answered,
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
      inbox: await countersOf(here, inbox, "inbox", Math.min(left, MOST_PENDING)),
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
  const told: Record<string, number> = {};
  if (running > 0) told.leased = running;
  for (const what of ["acked", "applied", "sent", "skipped"]) {
    const count = await here.store.sum(tally, box, what);
    if (count > 0) told[what] = count;
  }
  return { dead, failed: waiting, pending, ...told };
}

/** Our changes that the other gateway has not been sent. */
async function pendingOf(here: Here, link: LinkRecord | undefined): Promise<number> {
  let sum = 0;
  if (!link) return sum;
  for (const { id, kinds } of await domainsHere(here)) {
    for (const kind of kinds) {
      const cursor = await here.store.get(cursors, siteOfLink(link), id, kind, "push");
      sum += await countAfter(here.store, id, kind, cursor?.value);
    }
  }
  return Math.min(sum, MOST_PENDING);
}
