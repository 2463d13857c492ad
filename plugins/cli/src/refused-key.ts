import { quoted } from "@postern/client/command-line";
import { type GatewayKeys, keys } from "@postern/core";
import { openGateway } from "./open-gateway.ts";
import { gatewayAt, runningGateway } from "./running.ts";
import { savedKey, savedKeysFile } from "./saved-keys.ts";
import type { Settings } from "./settings.ts";
import { readStore } from "./store.ts";

/** What is wrong with a key. */
type Fault = "malformed" | "wrong" | "expired" | "revoked" | "unknown";

/** Why a call was refused with 401: which key was sent, what is wrong with it, and what to do. */
export async function refusedKey(settings: Settings, here?: GatewayKeys): Promise<string> {
  const { token, gateway, home, data } = settings;
  const isOther = gateway !== undefined && !gatewayAt(data, gateway);
  const saved = isOther && token !== undefined ? undefined : savedKey(home, data);
  const says = describe(await faultOf(token ?? saved ?? "", settings, isOther, here), data);
  if (token === undefined) {
    const another = isOther
      ? "to a key of that gateway"
      : `to a valid key, or run "postern init --data ${quoted(data)} --force" to create another admin key`;
    return `The saved key of ${data} (in ${savedKeysFile(home)}) ${says}. Set POSTERN_TOKEN ${another}.`;
  }
  return `The key in POSTERN_TOKEN ${says}. Set it to a valid key${saved === undefined ? "" : `, or unset it to use the saved key`}.`;
}

/**
 * A gateway refuses all keys alike, so that whoever tries keys learns nothing. The reason is read from the store, which
 * only its owner can open; for a gateway on another machine it stays unknown.
 */
async function faultOf(key: string, settings: Settings, isOther: boolean, here?: GatewayKeys): Promise<Fault> {
  if (!keys.isToken(key)) return "malformed";
  if (here) return (await here.endOf(key)) ?? "wrong";
  if (isOther || !runningGateway(settings.data) || readStore(settings).name !== "lmdb") return "unknown";
  try {
    // Other stores belong to the process that serves them.
    const gateway = await openGateway(settings, [], { mayBeEmpty: true });
    try {
      return (await gateway.keys.endOf(key)) ?? "wrong";
    } finally {
      await gateway.stop();
    }
  } catch {
    return "unknown";
  }
}

function describe(fault: Fault, data: string): string {
  switch (fault) {
    case "malformed":
      return "is not a key: keys start with rctx_ and have 48 characters";
    case "wrong":
      return `is wrong: ${data} has no such key, or it was rotated`;
    case "expired":
      return "has expired";
    case "revoked":
      return "was revoked";
    case "unknown":
      return "is wrong, expired or revoked";
  }
}
