import { pathTo } from "../../router.ts";
import { MOST, type Source } from "./item.ts";

/** Older ones stay on the page of the agents: nobody waits for their answer any longer. In milliseconds. */
const RECENT = 24 * 60 * 60_000;

/** Turns of agents that were not answered, because the attempts failed or nobody claimed them in time. */
export const turns: Source = {
  needs: ["agents.turns.list"],
  events: ["agents.turn.*"],
  async load({ client, may }) {
    const lists = await Promise.all(
      (["failed", "expired"] as const).map((status) => client.agents.turns.list({ status, limit: MOST })),
    );
    return lists
      .flatMap(({ turns }) => turns)
      .flatMap(({ id = "", agentId, status, reason, finishedAt = 0 }) =>
        finishedAt < Date.now() - RECENT
          ? []
          : {
              id: `turn ${id}`,
              kind: `${status} turn`,
              title: `The agent ${agentId} did not answer`,
              reason: reason ?? (status === "expired" ? "Nobody claimed the turn in time" : undefined),
              since: finishedAt,
              path: pathTo("agents", "turns", id),
              actions: may("agents.turns.retry")
                ? [
                    {
                      calls: [{ operation: "agents.turns.retry", input: { turn: id } }],
                      label: "Retry",
                      done: "It is tried again",
                    },
                  ]
                : [],
            },
      );
  },
};
