import { messagesShow } from "@postern/chats/services";
import { isGatewayError, omitUndefined, type PluginContext } from "@postern/core";
import type { Sender } from "./schemas.ts";

/** Who sent a received message, as its platform says. Undefined if the message no longer exists. */
export async function senderOf(host: Pick<PluginContext, "call">, messageId: string): Promise<Sender | undefined> {
  try {
    const { message } = await host.call(messagesShow, { messageId, includeRaw: true });
    const { actorId, rawSenderId, normalizedSenderId, platformIdentityId, rawProvenance } = message;
    const { account } = rawProvenance ?? {};
    return omitUndefined({
      actorId,
      rawSenderId,
      normalizedSenderId,
      platformIdentityId,
      account: typeof account === "string" ? account : undefined,
    });
  } catch (error) {
    if (isGatewayError(error) && error.status === 404) return undefined;
    throw error;
  }
}

const MEMBERS = ["actorId", "rawSenderId", "normalizedSenderId", "platformIdentityId", "account"] as const;

/** Whether a message is from the sender that was bound: without the account of a name, somebody else may have it now. */
export const isSameSender = (one: Sender, other: Sender): boolean =>
  MEMBERS.every((member) => one[member] === other[member]);

/** How a person recognizes a sender. */
export const nameOf = ({ actorId, rawSenderId = actorId, account }: Sender): string =>
  account === undefined ? rawSenderId : `${rawSenderId} (account ${account})`;
