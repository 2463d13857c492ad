import type { Element } from "./element.ts";

/** Error condition for senders that are not in the room. */
export const OUT = "not-acceptable";

/** Why a room refuses somebody who wants to join (XEP-0045, section 7.2). */
const REASONS: Readonly<Record<string, string>> = {
  "item-not-found": "the room does not exist, or its owner has not opened it yet",
  "not-allowed": "the server does not let this account create rooms",
  "not-authorized": "the room requires a password",
  "registration-required": "only members may join the room",
  forbidden: "this account is banned from the room",
  "service-unavailable": "the room has its maximum number of occupants",
  conflict: "the nick and its alternatives are in use",
};

/** The condition of an error stanza. */
export const conditionOf = (error: Element | undefined): string => error?.getChildElements()[0]?.name ?? "no reason";

/** Why the adapter could not join a room, in the server's words if it sent any. */
export function joinReason(error: Element | undefined): string {
  const condition = conditionOf(error);
  return (error?.getChildText("text") || REASONS[condition] || condition).slice(0, 200);
}

/** Why the adapter is no longer in a room. */
export function leaveReason(room: string, codes: ReadonlySet<string>, about: Element | undefined): string {
  const item = about?.getChild("item");
  const by = item?.getChild("actor")?.attrs.nick;
  const said = item?.getChildText("reason") ?? about?.getChild("destroy")?.getChildText("reason");
  const details = `${by ? ` by ${by}` : ""}${said ? `: ${said}` : ""}`.slice(0, 250);
  if (about?.getChild("destroy")) return `The room ${room} was destroyed${details}`;
  if (codes.has("301")) return `Banned from ${room}${details}`;
  if (codes.has("307")) return `Kicked from ${room}${details}`;
  if (codes.has("332")) return `The service of ${room} is shutting down${details}`;
  return `Removed from ${room}${details}`;
}
