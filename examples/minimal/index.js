import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";

const gateway = createGateway({ plugins: [chats()] });
const { url } = await listen(gateway, { port: Number(process.env.PORT ?? 4870) });
const { key } = await gateway.keys.issue({ label: "me", scopes: ["*"] });
const { chat } = await gateway.call("chats.create", { title: "First chat" });

console.log(`curl -X POST ${url}/api/v1/chats/show -H 'authorization: Bearer ${key}' \\
  -H 'content-type: application/json' -d '{"chatId":"${chat.id}"}'`);
