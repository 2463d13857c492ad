import { pathTo } from "../../router.ts";
import { MOST, type Source } from "./item.ts";

const DOWN = ["failed", "disconnected", "degraded", "reconnecting"] as const;

/** Adapters that are not connected. */
export const adapters: Source = {
  needs: ["channels.adapters.list"],
  events: ["channels.**"],
  async load({ client }) {
    const lists = await Promise.all(DOWN.map((status) => client.channels.adapters.list({ status, limit: MOST })));
    return lists
      .flatMap(({ adapters }) => adapters)
      .map(({ id = "", kind, status, reason, updatedAt, lastPongAt }) => ({
        id: `adapter ${id}`,
        kind: "adapter",
        title: `The ${kind} adapter ${id} is ${status}`,
        reason,
        since: lastPongAt ?? updatedAt,
        path: pathTo("channels", "list", id),
        actions: [
          {
            calls: [{ operation: "channels.restart", input: {} }],
            label: "Restart the channels",
            done: "The channels restart",
          },
        ],
      }));
  },
};
