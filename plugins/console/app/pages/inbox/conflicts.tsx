import { useQuery } from "../../data/query.ts";
import { useActions } from "../../ui/actions.tsx";
import { Json } from "../../ui/json.tsx";
import { Loaded } from "../../ui/page.tsx";
import { MOST, type Source } from "./item.ts";

/** Records that were changed here and at another gateway. */
export const conflicts: Source = {
  needs: ["sync.conflicts.list", "sync.conflicts.show"],
  events: ["sync.**"],
  async load({ client }) {
    const { conflicts } = await client.sync.conflicts.list({ limit: MOST });
    return conflicts.map(({ id = "", domain, name = [], winner, foundAt }) => ({
      id: `conflict ${id}`,
      kind: "conflict",
      title: `${domain}: ${name.join(" ")} was changed at two gateways`,
      reason: `The version ${winner === "here" ? "of this gateway" : "of the other gateway"} was kept.`,
      since: foundAt,
      actions: [],
      show: () => <ConflictDecision id={id} />,
    }));
  },
};

function ConflictDecision({ id }: { id: string }) {
  const { run } = useActions();
  const query = useQuery(id, (client) => client.sync.conflicts.show({ id }));
  const keep = (version: "winner" | "loser") =>
    run({ operation: "sync.conflicts.resolve", input: { id, keep: version } }, { done: "The conflict is resolved" });
  return (
    <Loaded query={query}>
      {({ conflict }) => (
        <div class="pair">
          <div class="stack">
            <h3>Kept</h3>
            {conflict.current ? <Json value={conflict.current} label="Kept version" /> : <p>Removed</p>}
            <button type="button" class="button main" onClick={() => keep("winner")}>
              Keep this version
            </button>
          </div>
          <div class="stack">
            <h3>Not kept</h3>
            {conflict.lost ? <Json value={conflict.lost} label="Other version" /> : <p>Removed</p>}
            <button type="button" class="button" onClick={() => keep("loser")}>
              Restore this version
            </button>
          </div>
        </div>
      )}
    </Loaded>
  );
}
