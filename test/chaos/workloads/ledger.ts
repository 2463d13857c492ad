import { HOLDERS, type Work } from "./workload.ts";

/** Moves units from one account to another: two entries, which one commit writes. */
export async function transferUnits({ client, stage, gateways, round }: Work): Promise<void> {
  const { random } = client;
  const [from, to] = random.shuffled(HOLDERS) as [string, string];
  const units = random.between(1, 9);
  await client.call(
    "chats.messages.create-many",
    {
      chatId: stage.ledgerId,
      messages: [
        { actorId: from, clientMessageId: `${round}-debit`, content: String(-units) },
        { actorId: to, clientMessageId: `${round}-credit`, content: String(units) },
      ],
    },
    { key: round, to: random.between(0, gateways - 1) },
  );
}
