import { onTestFinished } from "vitest";
import { openPlatformGateway } from "../channels/platform.ts";
import { startNgircd } from "../channels/servers/ngircd.ts";

export const texts = (messages: { content: { text?: string } }[]) => messages.map(({ content }) => content.text);

export async function started(config: object = {}) {
  const server = await startNgircd();
  onTestFinished(() => server.stop());
  const env = await openPlatformGateway();
  const base = { host: "127.0.0.1", port: server.port, tls: false, nick: "postern", retryEvery: 1_000 };
  await env.post("channels.adapters.create", {
    id: "irc",
    kind: "irc",
    config: { ...base, channels: ["#help"], flood: { burst: 1_000, every: 0 }, ...config },
  });
  await env.hasStatus("irc", { status: "connected" });
  return { server, env };
}
