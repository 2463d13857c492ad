import { digestOf } from "@postern/core";

const PLAIN = /^[!-}][!-~]{0,99}$/;
const ACTOR = /^[A-Za-z0-9._-][A-Za-z0-9._~-]*$/;
/** Maximum length of an actor's name in chats, in characters. */
const MAX_ACTOR_LENGTH = 128;

/** A platform's id for use in keys: unchanged if it is short and plain, otherwise `~` and its digest. */
export const keyOf = (id: string): string => (PLAIN.test(id) ? id : `~${digestOf(id)}`);

/** The actor name of a platform user in chats. It cannot collide with an agent or with a user of another adapter. */
export function actorOf(adapter: string, senderId: string): string {
  const name = `${adapter}~${senderId}`;
  return ACTOR.test(senderId) && name.length <= MAX_ACTOR_LENGTH
    ? name
    : `${adapter}~~${digestOf(senderId).slice(0, 32)}`;
}
