import { onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-slack/src/config.ts";
import { slack } from "../../../plugins/channels-slack/src/kind.ts";
import { createContext } from "../channels/context.ts";
import { secret, startSlack } from "../channels/servers/slack.ts";

export async function connect(server?: Awaited<ReturnType<typeof startSlack>>, held: string = secret) {
  const workspace = server ?? (await startSlack());
  const around = createContext<Config>(workspace.config, { secret: held });
  const link = await slack.open(around.context);
  onTestFinished(() => link.close());
  return { ...around, workspace, link };
}
