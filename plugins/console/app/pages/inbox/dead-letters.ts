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
    .filter((queue) => operations.has(`${queue}.retry`) && operations.has(`${queue}.discard`));

/** Entries of queues that failed for good. */
export const deadLetters: Source = {
  needs: [],
  events: ["**.died", "agents.turn.*", "gateway.command.executed"],
  concerns: ({ type, subject = "" }) => type !== "gateway.command.executed" || /\.(retry|discard)$/.test(subject),
  async load(session) {
    const found = await Promise.all(
      queuesIn(session).map(async (queue) => (await entriesIn(session, queue)).map((entry) => itemOf(queue, entry))),
    );
    return found.flat();
  },
};

async function entriesIn(session: Session, queue: string): Promise<readonly Entry[]> {
  // Turns of agents are not dead letters, but they fail and are retried like them.
  const status = queue === "agents.turns" ? "failed" : "dead";
  const answer = (await methodOf(session, `${queue}.list`)({ status, limit: MOST })) as Record<string, unknown>;
  return (Object.values(answer).find(Array.isArray) ?? []) as Entry[];
}

function itemOf(queue: string, entry: Entry): Item {
  const [group = "", ...rest] = queue.split(".");
  const isTurn = queue === "agents.turns";
  // Operations call the id differently, and both are their first required field.
  const input = isTurn ? { turn: entry.id } : { id: entry.id };
  const action = (verb: string, label: string, done: string) => ({ operation: `${queue}.${verb}`, input, label, done });
  const error = entry.lastError ?? entry.reason;
  return {
    id: `${queue} ${entry.id}`,
    kind: isTurn ? "failed turn" : "dead letter",
    title: isTurn ? `An agent did not answer: ${entry.id}` : `${group}: an entry of ${rest.join(".")} failed`,
    reason: error === undefined ? undefined : typeof error === "string" ? error : JSON.stringify(error),
    since: entry.finishedAt ?? entry.updatedAt ?? entry.lastAt ?? entry.createdAt,
    actions: [action("retry", "Retry", "It is tried again"), action("discard", "Discard", "Discarded")],
  };
}
