import { readChat } from "./reading.ts";
import type { Work } from "./workload.ts";

/** Sends a message, sometimes to two gateways at once, and then reads it at another gateway. */
export async function sendMessages(work: Work): Promise<void> {
  const { client, stage, gateways, round } = work;
  const { random } = client;
  const input = {
    chatId: random.pick(stage.chatIds),
    actorId: "ann",
    clientMessageId: round,
    content: `Message ${round}`,
  };
  const first = random.between(0, gateways - 1);
  const send = (to: number) => client.call("chats.messages.create", input, { to: to % gateways });
  const sent = await (random.chance(0.3) ? Promise.all([send(first), send(first + 1)]) : Promise.all([send(first)]));
  const { body, position } = random.pick(sent);
  if (body?.messageId === undefined || !random.chance(0.5)) return;
  await readChat(work, input.chatId, (first + 2) % gateways, { position, messageId: body.messageId as string });
}
