import { actorId, actorName } from "@postern/client/actor-names";
import { useSession } from "../../session/session.ts";

/**
 * The author of the messages that this person sends: their own name, as in the command line. The key of the console is
 * named after its host, so its name would be the same for everybody there.
 */
export function useOwnActorId(): string {
  const { name, contextId } = useSession();
  return actorId(name === "" ? contextId : name).slice(0, 128);
}

/**
 * Whose read positions count. Each sign-in has another key, so that those of a key would be lost, and its own messages
 * unread: admins, who may read for others, have those of their name.
 */
export function useReader(): { readonly reader?: string } {
  const { isAdmin } = useSession();
  const own = useOwnActorId();
  return isAdmin ? { reader: `user:${own}` } : {};
}

/** How an author is called on the page. */
export function useAuthorName(): (author: string) => string {
  const own = useOwnActorId();
  return (author) => (author === own ? "You" : actorName(author));
}
