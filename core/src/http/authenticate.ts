import type { Caller } from "../define/caller.ts";
import { InvalidRequest, Unauthenticated } from "../define/errors.ts";
import { after, type MaybePromise } from "../storage/index.ts";
import type { Incoming } from "./incoming.ts";
import type { HttpSetting } from "./setting.ts";

/** Identifies the caller of a request. Throws Unauthenticated if it is unknown. */
export async function authenticate(setting: HttpSetting, incoming: Incoming): Promise<Caller> {
  const caller = await senderOf(setting, incoming);
  if (!caller) throw Unauthenticated({});
  return caller;
}

/** Identifies the caller of a request: the one named by the host application, otherwise the holder of the key. */
export function senderOf(setting: HttpSetting, incoming: Incoming): MaybePromise<Caller | undefined> {
  const { authenticate: named } = setting;
  if (!named) return keyHolder(setting, incoming);
  return after(named(incoming.request()), (caller) => caller ?? keyHolder(setting, incoming));
}

const BEARER = /^bearer +(\S+)$/i;

function keyHolder(setting: HttpSetting, incoming: Incoming): MaybePromise<Caller | undefined> {
  const header = incoming.header("authorization");
  if (header === undefined) return undefined;
  if (header.includes(",")) throw InvalidRequest({ reason: "The request has more than one Authorization header" });
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? undefined : setting.recognize(token);
}
