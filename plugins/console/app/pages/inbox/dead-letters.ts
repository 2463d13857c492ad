import { methodOf } from "../../data/call.ts";
import type { Session } from "../../session/session.ts";
import { type Item, MOST, type Source } from "./item.ts";

interface Entry {
  readonly id: string;
  readonly status: string;
  readonly lastError?: unknown;
  readonly reason?: unknown;
  readonly finishedAt?: number;
  readonly updatedAt?: number;
  readonly createdAt?: number;
  readonly lastAt?: number;
}

/** The queues of all groups, also of third parties: what can be listed, retried and discarded. */
const queuesIn = ({ operations }: Session): string[] =>
  [...operations.keys()]
    .filter((id) => id.endsWith(".list"))
    .map((id) => id.slice(0, -".list".length))
    .filter((queue) => operations.has(`${queue}.retry`) && operations.has(`${queue}.discard`))
    // Turns of agents are not entries of a queue, though their operations have these names.
    .filter((queue) => queue !== "agents.turns");

/** Entries of queues that failed for good. */
export const deadLetters: Source = {
  needs: [],
  events: ["**.died", "gateway.command.executed"],
  concerns: ({ type, subject = "" }) => type !== "gateway.command.executed" || /\.(retry|discard)$/.test(subject),
  async load(session) {
    const found = await Promise.all(
      queuesIn(session).map(async (queue) => (await entriesIn(session, queue)).map((entry) => itemOf(queue, entry))),
    );
    return found.flat();
  },
};

async function entriesIn(session: Session, queue: string): Promise<readonly Entry[]> {
  const answer = (await methodOf(session, `${queue}.list`)({ status: "dead", limit: MOST })) as Record<string, unknown>;
  return (Object.values(answer).find(Array.isArray) ?? []) as Entry[];
}

function itemOf(queue: string, entry: Entry): Item {
  const [group = "", ...rest] = queue.split(".");
  const action = (verb: string, label: string, done: string) => ({
    ...{ operation: `${queue}.${verb}`, input: { id: entry.id } },
    ...{ label, done },
  });
  const error = entry.lastError ?? entry.reason;
  return {
    id: `${queue} ${entry.id}`,
    kind: "dead letter",
    title: `${group}: an entry of ${rest.join(".")} failed`,
    reason: error === undefined ? undefined : typeof error === "string" ? error : JSON.stringify(error),
    since: entry.finishedAt ?? entry.updatedAt ?? entry.lastAt ?? entry.createdAt,
    actions: [action("retry", "Retry", "It is tried again"), action("discard", "Discard", "Discarded")],
  };
}
