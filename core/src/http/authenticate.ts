import type { Caller } from "../define/caller.ts";
import { InvalidRequest, Unauthenticated } from "../define/errors.ts";
import { after, type MaybePromise } from "../storage/index.ts";
import type { Incoming } from "./incoming.ts";
import type { HttpSetting } from "./setting.ts";

/** Who sends a request. Throws Unauthenticated for one that nobody sends who is known here. */
export async function authenticate(setting: HttpSetting, incoming: Incoming): Promise<Caller> {
  const caller = await senderOf(setting, incoming);
  if (!caller) throw Unauthenticated({});
  return caller;
}

/** Who sends a request: the caller that the host application names, or else whoever holds the key in it. */
export function senderOf(setting: HttpSetting, incoming: Incoming): MaybePromise<Caller | undefined> {
  const { authenticate: named } = setting;
  if (!named) return keyHolder(setting, incoming);
  return after(named(incoming.request()), (caller) => caller ?? keyHolder(setting, incoming));
}

const BEARER = /^bearer +(\S+)$/i;

function keyHolder(setting: HttpSetting, incoming: Incoming): MaybePromise<Caller | undefined> {
  const header = incoming.header("authorization");
  if (header === undefined) return undefined;
  if (header.includes(",")) throw InvalidRequest({ reason: "There is more than one Authorization header" });
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? undefined : setting.recognize(token);
}
