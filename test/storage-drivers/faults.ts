import type { StoreDriver } from "@postern/core/storage";

/** One call of `setItem` or `removeItem`; a null value removes. */
export interface WriteCall {
  /** The first is 1. */
  readonly at: number;
  readonly key: string;
  readonly value: string | null;
  /** Performs the call, optionally with another value. */
  go(value?: string | null): Promise<void>;
}

/** Wraps a driver to intercept each write. */
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

/** Fails at one write, which is lost or (torn) half written; afterwards every call fails. */
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
