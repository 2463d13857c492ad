import { onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-telegram/src/config.ts";
import { telegram } from "../../../plugins/channels-telegram/src/kind.ts";
import { createContext } from "../channels/context.ts";
import { secret, startTelegram } from "../channels/servers/telegram.ts";

export async function connect(server?: Awaited<ReturnType<typeof startTelegram>>) {
  const platform = server ?? (await startTelegram());
  const around = createContext<Config>(platform.config, { secret });
  const link = await telegram.open(around.context);
  onTestFinished(() => link.close());
  return { ...around, around, platform, link };
}

export const group = { id: -1001, type: "supergroup", title: "Garden" };
