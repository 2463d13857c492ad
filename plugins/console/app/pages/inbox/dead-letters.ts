import { methodOf } from "../../data/call.ts";
import type { Session } from "../../session/session.ts";
import { type Entry, wordsFor } from "./failed-entries.ts";
import { type Item, MOST, type Source } from "./item.ts";

/** The queues of all groups, also of third parties: what can be listed, retried and discarded. */
export const queuesIn = ({ operations }: Session): string[] =>
  [...operations.keys()]
    .filter((id) => id.endsWith(".list"))
    .map((id) => id.slice(0, -".list".length))
    .filter((queue) => operations.has(`${queue}.retry`) && operations.has(`${queue}.discard`))
    // Turns of agents are not entries of a queue, though their operations have these names.
    .filter((queue) => queue !== "agents.turns");

/** Entries of queues that failed for good. Those that failed in the same way are one item. */
export const deadLetters: Source = {
  needs: [],
  events: ["**.died", "gateway.command.executed"],
  concerns: ({ type, subject = "" }) => type !== "gateway.command.executed" || /\.(retry|discard)$/.test(subject),
  async load(session) {
    const found = await Promise.all(
      queuesIn(session).map(async (queue) => {
        const entries = (await entriesIn(session, queue)).map((entry) => ({ entry, ...aboutOf(queue, entry) }));
        const groups = new Map<string, typeof entries>();
        for (const one of entries) {
          const key = JSON.stringify([one.title, one.reason, one.path]);
          groups.set(key, [...(groups.get(key) ?? []), one]);
        }
        return [...groups.values()].map((group) => itemOf(queue, group));
      }),
    );
    return found.flat();
  },
};

async function entriesIn(session: Session, queue: string): Promise<readonly Entry[]> {
  const answer = (await methodOf(session, `${queue}.list`)({ status: "dead", limit: MOST })) as Record<string, unknown>;
  return (Object.values(answer).find(Array.isArray) ?? []) as Entry[];
}

interface About {
  readonly title: string;
  readonly path?: string;
  readonly reason: string | undefined;
}

function aboutOf(queue: string, entry: Entry): About {
  const error = entry.lastError ?? entry.reason;
  const reason = error === undefined || typeof error === "string" ? error : JSON.stringify(error);
  return { ...wordsFor(queue, entry), reason };
}

/** One item for entries of a queue that failed in the same way, the newest first. */
function itemOf(queue: string, group: readonly ({ readonly entry: Entry } & About)[]): Item {
  const [{ entry, title, reason, path }] = group as [{ entry: Entry } & About];
  const times = group.length;
  const action = (verb: string, label: string, done: string) => ({
    calls: group.map(({ entry: { id } }) => ({ operation: `${queue}.${verb}`, input: { id } })),
    label: times === 1 ? label : `${label} all ${times}`,
    done,
  });
  return {
    id: `${queue} ${entry.id}`,
    kind: "failed",
    title: times === 1 ? title : `${title}, ${times} times`,
    reason,
    since: entry.finishedAt ?? entry.updatedAt ?? entry.lastAt ?? entry.createdAt,
    ...(path !== undefined && { path }),
    actions: [action("retry", "Retry", "It is tried again"), action("discard", "Discard", "Discarded")],
  };
}
