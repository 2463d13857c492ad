import type { Reads } from "@postern/core";
import { isEmail } from "../../attendee.ts";
import type { EventRecord } from "../../collections.ts";
import { PARTSTATS } from "../caldav/response.ts";
import { type DeliveryContext, responseOf } from "../context.ts";
import type { Outcome } from "../fault.ts";
import { Fault } from "../fault.ts";
import { invitationsOf } from "./invitation.ts";
import { oneLine, replyOf } from "./reply.ts";
import { type MailServer, type Message, type Sent, sendMessage } from "./send.ts";

/** Sends the messages of an outbox entry. A mail server does not report the final delivery. */
export async function deliverByMail(
  server: MailServer,
  store: Reads,
  story: DeliveryContext,
  now: number,
): Promise<Outcome> {
  const isAnswer = story.entry.operation === "respond";
  const messages = isAnswer
    ? [replyMessage(story, now)]
    : await invitationsOf({ from: server.from, store, now }, story);
  if (messages.length === 0) return { status: "acked", providerResult: { told: false } };
  const sent: Sent[] = [];
  for (const message of messages) sent.push(await sendMessage(server, message));
  const [{ messageId = "" } = {}] = sent;
  return {
    status: "sent",
    providerResult: {
      messageId,
      accepted: sent.flatMap(({ accepted }) => accepted),
      rejected: sent.flatMap(({ rejected }) => rejected),
    },
  };
}

const WORDS: Readonly<Record<string, string>> = {
  accepted: "Accepted",
  declined: "Declined",
  tentative: "Tentative",
  needs_action: "Undecided",
};

function replyMessage(story: DeliveryContext, now: number): Message {
  const { entry, event } = story;
  const { attendee, status } = responseOf(story);
  const organizer = organizerOf(event);
  if (attendee.email === undefined) throw new Fault("attendee_missing", "The attendee has no e-mail address");
  return {
    method: "REPLY",
    to: [organizer.email as string],
    subject: `${WORDS[status]}: ${oneLine(event.title)}`,
    text: `${attendee.displayName ?? attendee.email}: ${WORDS[status]}\n`,
    ics: replyOf(event, organizer, attendee, PARTSTATS[status], now),
    key: entry.idempotencyKey,
  };
}

export function organizerOf({ attendees }: EventRecord) {
  const organizer = attendees.find(({ kind, email }) => kind === "organizer" && email !== undefined && isEmail(email));
  if (!organizer) throw new Fault("organizer_missing", "The event has no organizer with an e-mail address");
  return organizer;
}
