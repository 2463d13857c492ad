/** node:http that parses a message and answers like the gateway, checks no key and no schema, and stores nothing. */
import { answer, listenRaw, readBody } from "./http.ts";
import { answerOf, chatIds, messageOf, type Sent } from "./message.ts";
import { leave, tellReady } from "./ready.ts";

let place = 0;
const port = await listenRaw((request, response) => {
  readBody(request, (text) => answer(response, 200, answerOf(messageOf(JSON.parse(text) as Sent, ++place), "created")));
});
tellReady({ port, token: "none", chats: leave("chats", chatIds) });
