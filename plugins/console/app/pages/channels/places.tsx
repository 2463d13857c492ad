import type { ChannelPlace } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { PlaceRow } from "./place-row.tsx";
import { placesPath } from "./read.ts";

const LIMIT = 20;

/** The conversations of an adapter. */
export function Places({ adapterId }: { adapterId: string }) {
  const { may } = useSession();
  const [isOpening, setOpening] = useState(false);
  const query = useQuery(
    `places ${adapterId}`,
    (client, signal) => client.channels.places.list({ adapter: adapterId, limit: LIMIT }, { signal }),
    { events: ["channels.place.*", "channels.adapter.removed"] },
  );
  return (
    <section class="stack">
      <div class="row">
        <h3 class="grow">Places</h3>
        {may("channels.places.open") && (
          <button type="button" class="button quiet" onClick={() => setOpening(true)}>
            Open a place
          </button>
        )}
      </div>
      <Loaded query={query}>
        {({ places, total }) => (
          <>
            {places.length === 0 && (
              <p class="muted">No conversations yet. The first message from the platform starts one.</p>
            )}
            <ul class="list" aria-label="Places">
              {(places as unknown as readonly ChannelPlace[]).map((place) => (
                <li key={place.place}>
                  <PlaceRow place={place} />
                </li>
              ))}
            </ul>
            {total > places.length && <Link to={placesPath()}>All {total.toLocaleString()} places</Link>}
          </>
        )}
      </Loaded>
      {isOpening && <OpenPlace adapterId={adapterId} onClose={() => setOpening(false)} />}
    </section>
  );
}

function OpenPlace({ adapterId, onClose }: { adapterId: string; onClose: () => void }) {
  return (
    <OperationDialog
      operation="channels.places.open"
      title="Open a place"
      action="Open"
      done="Opened"
      fixed={{ adapter: adapterId }}
      fields={[{ name: "place" }, { name: "kind", isRequired: false }, { name: "title" }]}
      onClose={onClose}
    />
  );
}
