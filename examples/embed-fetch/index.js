import chats from "@postern/chats";
import { createCaller, createGateway } from "@postern/core";

/** The signed-in users of the application, which may be a worker, a serverless function or a test without a server. */
const sessions = new Map([["s-1", createCaller({ contextId: "user_ann", label: "Ann", chain: [["chats:*"]] })]]);

const gateway = createGateway({
  plugins: [chats()],
  hosts: ["app.example"],
  authenticate: (request) => sessions.get(/session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1]),
});

const create = (headers) =>
  gateway.fetch(
    new Request("https://app.example/api/v1/chats/create", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ title: "Signed in" }),
    }),
  );

const answer = await create({ cookie: "session=s-1" });
const { chat } = await answer.json();
const refused = await create({ cookie: "session=s-2" });
console.log(answer.status, chat.title, refused.status);
await gateway.stop();
