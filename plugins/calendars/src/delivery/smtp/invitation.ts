import type { Reads } from "@postern/core";
import type ICAL from "ical.js";
import { isGuest, normalized } from "../../attendee.ts";
import { objectOf } from "../../ical/object.ts";
import { addressIn, attendeeOf } from "../caldav/object.ts";
import type { DeliveryContext } from "../context.ts";
import { oneLine } from "./reply.ts";
import type { Message } from "./send.ts";

/** The sender of invitations. */
export interface Sender {
  readonly from: string;
  readonly store: Reads;
  readonly now: number;
}

/** The messages that invite guests, update them, or cancel the event (RFC 5546, 3.2). */
export async function invitationsOf(sender: Sender, story: DeliveryContext): Promise<Message[]> {
  const { entry, event } = story;
  const guests = event.attendees.filter(isGuest).map(({ email = "" }) => email);
  const withdrawn = emailsIn(entry.payload.withdrawn);
  const isCancelled = entry.operation === "cancel";
  const messages = await Promise.all([
    mail(sender, story, isCancelled ? "CANCEL" : "REQUEST", guests, entry.idempotencyKey),
    mail(sender, story, "CANCEL", withdrawn, `${entry.idempotencyKey}:withdrawn`),
  ]);
  return messages.filter(({ to }) => to.length > 0);
}

const emailsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];

async function mail(
  { from, store, now }: Sender,
  { event, root, parts, calendar }: DeliveryContext,
  method: "REQUEST" | "CANCEL",
  to: readonly string[],
  key: string,
): Promise<Message> {
  const isPart = event !== root;
  const asked = isPart ? { parts: [event] } : { root, parts };
  const place = { store, calendarId: calendar.id, now };
  const object = to.length === 0 ? undefined : await objectOf(place, asked, { method }, root);
  const [words] = method === "CANCEL" ? ["Cancelled"] : [event.sequence > 0 ? "Changed" : "Invitation"];
  const title = oneLine(event.title);
  return {
    method,
    to,
    subject: `${words}: ${title}`,
    text: `${words}: ${title}\n`,
    ics: object ? addressed(object, from, method === "CANCEL" ? to : undefined) : "",
    key,
  };
}

/** Sets an organizer that can be reached by e-mail. A cancellation lists only the attendees it is sent to. */
function addressed(calendar: ICAL.Component, from: string, only: readonly string[] | undefined): string {
  for (const event of calendar.getAllSubcomponents("vevent")) {
    if (!/^mailto:./i.test(String(event.getFirstPropertyValue("organizer") ?? "")))
      event.updatePropertyWithValue("organizer", `mailto:${from}`);
    if (!only) continue;
    const meant = new Set(only.map(normalized));
    for (const property of event.getAllProperties("attendee"))
      if (!meant.has(addressIn(property.getFirstValue()))) event.removeProperty(property);
    for (const email of only)
      if (!attendeeOf(event, normalized(email))) event.addPropertyWithValue("attendee", `mailto:${email}`);
    event.updatePropertyWithValue("status", "CANCELLED");
  }
  return `${calendar.toString()}\r\n`;
}
