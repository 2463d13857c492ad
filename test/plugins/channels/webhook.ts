import { createSecret } from "@postern/kit/outbound";
import { openPlatformGateway } from "./platform.ts";

export const secret = createSecret();

export const said = (text: string, more: object = {}) => ({
  place: { id: "room-1", kind: "room", title: "Room" },
  sender: { id: "ann", name: "Ann" },
  text,
  ...more,
});

export async function openGateway(config: object = {}, options: Parameters<typeof openPlatformGateway>[0] = {}) {
  const env = await openPlatformGateway(options);
  await env.adapter("webhook", config, secret);
  return env;
}
