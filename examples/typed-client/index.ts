import { createClient } from "@postern/client";
import type { Api } from "@postern/client/api";

const { POSTERN_URL: url = "http://127.0.0.1:4870", POSTERN_TOKEN: key = "" } = process.env;
const client = createClient<Api>({ url, key });

for await (const event of client.events({ types: ["chats.message.created"] })) {
  if (event.type === "gap") continue;
  const { chatId, actorId, content } = event.data.message;
  if (actorId === "echo") continue;
  const answer = { chatId, actorId: "echo", clientMessageId: `echo.${event.id}`, content: `You said: ${content.text}` };
  const { message } = await client.chats.messages.create(answer);
  console.log(`Answered ${actorId} with message ${message.id}`);
}
