import { vaultHead } from "../../collections.ts";
import { updateKeys } from "./own-keys.ts";
import { finishRotation, useNext } from "./rotate.ts";
import type { StoreKeys } from "./store-keys.ts";

/** Returns a function that follows the head of the vault; see `StoreVault.follow`. */
export function createFollower(keys: StoreKeys): (isThorough: boolean) => Promise<void> {
  const { host } = keys;
  /** The head that was followed last, as text, and whether this host had its key. */
  let seen: string | undefined;
  let isMissing = false;

  return async (isThorough) => {
    const head = await host.store.read(vaultHead);
    if (!head) return;
    const isChanged = JSON.stringify(head) !== seen;
    // A key that this host waits for may have been copied here.
    if (!isThorough && !isChanged && !isMissing && !head.next) return;
    const hasNewKeys = await updateKeys(keys);
    isMissing = (await keys.find(head, head.key).catch(() => undefined)) === undefined;
    if (head.next && (await keys.find(head, head.next.key).catch(() => undefined))) await useNext(keys);
    const now = await host.store.read(vaultHead);
    const isUnfinished = now && (now.retired.length > 0 || now.isNew);
    const isOurTurn = isThorough || isChanged || hasNewKeys || now?.key !== head.key;
    if (isUnfinished && isOurTurn && (await keys.find(now, now.key).catch(() => undefined))) await finishRotation(keys);
    const last = await host.store.read(vaultHead);
    seen = JSON.stringify(last);
  };
}
