import { digestOf } from "@postern/core";

const PLAIN = /^[!-}][!-~]{0,99}$/;
const ACTOR = /^[A-Za-z0-9._-][A-Za-z0-9._~-]*$/;
/** Of an actor's name in chats. */
const LONGEST_ACTOR = 128;

/** A platform's id as keys hold it: as it is where it is short and plain, else its digest, which nothing plain can be. */
export const keyOf = (id: string): string => (PLAIN.test(id) ? id : `~${digestOf(id)}`);

/** Who somebody of a platform is in chats. No agent and nobody of another adapter has such a name. */
export function actorOf(adapter: string, senderId: string): string {
  const name = `${adapter}~${senderId}`;
  return ACTOR.test(senderId) && name.length <= LONGEST_ACTOR ? name : `${adapter}~~${digestOf(senderId).slice(0, 32)}`;
}
