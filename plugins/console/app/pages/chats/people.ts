import { actorId } from "@postern/client/actor-names";
import { useSession } from "../../session/session.ts";

/** The author of the messages that this person sends. */
export function useOwnActorId(): string {
  const { label, contextId } = useSession();
  return actorId(label === "" ? contextId : label);
}
