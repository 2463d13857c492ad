import type { Api } from "@postern/client/api";
import { useQuery } from "../../data/query.ts";
import { pathTo } from "../../router.ts";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Json } from "../../ui/json.tsx";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";

type Traced = Api["events.trace"]["output"]["events"][number];

/** An event, with what led to it and what followed from it. */
export function EventDetails({ id }: { id: string }) {
  const query = useQuery(`trace ${id}`, (client) => client.events.trace({ of: id }));
  return (
    <div class="stack padded">
      <Link to="live">← All events</Link>
      <Loaded query={query}>
        {({ events, more }) => {
          const event = events.find((one) => one.id === id);
          return (
            <>
              {event && (
                <>
                  <h2>{event.type}</h2>
                  <Facts>
                    <Fact name="Id">
                      <Id id={event.id} />
                    </Fact>
                    <Fact name="Time">
                      <Time at={event.time} />
                    </Fact>
                    <Fact name="Actor">
                      <Id id={event.actor} />
                    </Fact>
                    {event.subject !== undefined && (
                      <Fact name="Subject">
                        <Id id={event.subject} />
                      </Fact>
                    )}
                  </Facts>
                </>
              )}
              <h3>Causes and effects</h3>
              <Tree events={events} shown={id} />
              {more && <p class="muted">The chain has more events than shown.</p>}
              {event && <Json value={event.data} label="Data" />}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** A chain of events as a tree: each below what caused it. */
function Tree({ events, shown }: { events: readonly Traced[]; shown: string }) {
  const ids = new Set(events.map(({ id }) => id));
  const below = new Map<string, Traced[]>();
  for (const event of events) {
    const { id, causationid } = event;
    const parent = causationid !== undefined && causationid !== id && ids.has(causationid) ? causationid : "";
    below.set(parent, [...(below.get(parent) ?? []), event]);
  }
  const branch = (parent: string) => (
    <ul class="tree">
      {(below.get(parent) ?? []).map(({ id, type, time }) => (
        <li key={id}>
          <Link to={pathTo("live", id)} class="item" aria-current={id === shown}>
            <span class="row">
              <code class="grow cut">{type}</code>
              <Time at={time} />
            </span>
          </Link>
          {below.has(id) && branch(id)}
        </li>
      ))}
    </ul>
  );
  return branch("");
}
