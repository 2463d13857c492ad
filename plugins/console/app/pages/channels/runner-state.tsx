import { useQuery } from "../../data/query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { EVENTS, runnerPath } from "./read.ts";

/** The health of the process that keeps the connections. */
export function RunnerState() {
  const query = useQuery("runner", (client, signal) => client.channels.status({}, { signal }), { events: EVENTS });
  if (!query.data) return null;
  const { health, reason } = query.data;
  return (
    <Link to={runnerPath()} class="channel-runner" {...(reason !== undefined && { title: reason })}>
      <span class="muted">Runner</span>
      <Badge text={health} />
    </Link>
  );
}
