import type { Base, Property } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useBases } from "./read.ts";
import { TYPES } from "./types.ts";

const PAGE = 50;

/** The properties of a base that were deleted, which can be restored with their values until they are purged. */
export function DeletedProperties({ base, onClose }: { base: Base; onClose: () => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const [limit, setLimit] = useState(PAGE);
  const [error, setError] = useState<unknown>();
  const query = useBases(
    `deleted properties ${base.id} ${limit}`,
    (client, signal) => client.bases.props.list({ base: base.id, deleted: true, limit }, { signal }),
    { base: base.id, events: ["bases.property.*"] },
  );

  async function act(operation: string, { id }: Property): Promise<void> {
    setError(undefined);
    try {
      await run({ operation, input: { base: base.id, prop: id } }, { throws: true });
    } catch (reason) {
      setError(reason);
    }
  }

  return (
    <Dialog title="Deleted properties" onClose={onClose}>
      {error !== undefined && <Problem error={error} />}
      <Loaded query={query}>
        {({ properties, nextOffset }) =>
          properties.length === 0 ? (
            <Empty text="No property is deleted." />
          ) : (
            <ul class="list" aria-label="Deleted properties">
              {(properties as Property[]).map((property) => (
                <li key={property.id} class="row wrap bases-listed">
                  <span class="grow bases-deleted">
                    <strong class="words" dir="auto">
                      {property.name}
                    </strong>
                    <span class="small muted">
                      {TYPES[property.type].label}, deleted <Time at={property.deletedAt} />
                    </span>
                  </span>
                  {base.status === "active" && may("bases.props.restore") && (
                    <button type="button" class="button" onClick={() => void act("bases.props.restore", property)}>
                      Restore<span class="only-read"> {property.name}</span>
                    </button>
                  )}
                  {base.status === "active" && may("bases.props.purge") && (
                    <button type="button" class="button quiet" onClick={() => void act("bases.props.purge", property)}>
                      Purge<span class="only-read"> {property.name}</span>
                    </button>
                  )}
                </li>
              ))}
              {nextOffset !== undefined && (
                <li>
                  <button type="button" class="button" onClick={() => setLimit(limit + PAGE)}>
                    Show more
                  </button>
                </li>
              )}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
