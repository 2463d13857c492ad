import type { StoreDriver } from "@postern/core/storage";

/** One call of `setItem` or `removeItem`; a null value removes. */
export interface WriteCall {
  /** The first is 1. */
  readonly at: number;
  readonly key: string;
  readonly value: string | null;
  /** Does what was asked, or the same with another value. */
  go(value?: string | null): Promise<void>;
}

/** The driver, with something between it and each write. */
export function between(driver: StoreDriver, onWrite: (call: WriteCall) => unknown): StoreDriver {
  let at = 0;
  const write = (key: string, value: string | null) => {
    const go = async (other = value) => {
      if (other === null) await driver.removeItem?.(key, {});
      else await driver.setItem?.(key, other, {});
    };
    at += 1;
    return onWrite({ at, key, value, go }) as Promise<void>;
  };
  return { ...driver, setItem: (key, value) => write(key, value), removeItem: (key) => write(key, null) };
}

/** Dies at one of its writes, which it does not do at all, or (torn) to the half; from then on nothing works. */
export function dying(driver: StoreDriver, at: number, torn: boolean): StoreDriver & { isDead(): boolean } {
  let dead = false;
  const written = between(driver, async (call) => {
    if (dead) throw new Error("dead");
    if (call.at < at) return call.go();
    dead = true;
    if (torn && call.value !== null) await call.go(call.value.slice(0, call.value.length >> 1));
    throw new Error("died");
  });
  const getItem: StoreDriver["getItem"] = (key) => {
    if (dead) throw new Error("dead");
    return driver.getItem(key, {});
  };
  return { ...written, getItem, isDead: () => dead };
}
