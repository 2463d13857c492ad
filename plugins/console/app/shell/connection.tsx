import { useSession } from "../session/session.ts";
import { Time } from "../ui/time.tsx";

/** Says when what is shown may be out of date. */
export function Connection() {
  const { live } = useSession();
  const { value: retryAt } = live.retryAt;
  if (live.state.value !== "reconnecting") return <div role="status" />;
  return (
    <div class="banner" role="status">
      The gateway does not answer. This page may be out of date. Next attempt{" "}
      {retryAt === undefined ? "soon" : <Time at={retryAt} />}.
    </div>
  );
}
