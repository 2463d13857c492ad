import type { MaybePromise } from "./after.ts";
import type { Check, Reader } from "./driver.ts";
import { decodeRecord, versionOf } from "./record.ts";

/** A value read from the store. Decoded once, on first use. */
interface Known {
  readonly text: string | null;
  data: unknown;
  decoded: boolean;
  checked: boolean;
}

/** The values that a transaction has read, and what must still hold of them at its commit. */
export class ReadCache {
  readonly checks: Check[] = [];
  readonly #reader: Reader;
  readonly #onDamaged: (key: string) => void;
  readonly #known = new Map<string, Known>();

  constructor(reader: Reader, onDamaged: (key: string) => void) {
    this.#reader = reader;
    this.#onDamaged = onDamaged;
  }

  load(name: string, unchecked: boolean): MaybePromise<void> {
    const known = this.#known.get(name);
    if (known) return this.#check(name, known, unchecked);
    const text = this.#reader.getItem(name);
    if (text instanceof Promise) return text.then((late) => this.#check(name, this.#add(name, late), unchecked));
    this.#check(name, this.#add(name, text), unchecked);
  }

  /** The value of a key that was loaded. Throws DamagedRecord, which is reported. */
  peek(name: string): unknown {
    const known = this.#known.get(name);
    if (!known || known.decoded) return known?.data;
    try {
      known.data = decodeRecord(name, known.text as string).data;
    } catch (error) {
      this.#onDamaged(name);
      throw error;
    }
    known.decoded = true;
    return known.data;
  }

  textOf(name: string): string | null | undefined {
    return this.#known.get(name)?.text;
  }

  /** Adds an entry of a range, which has its own check unless it was read unchecked. */
  learn(name: string, text: string, unchecked: boolean): void {
    const known = this.#add(name, text);
    if (!unchecked) known.checked = true;
  }

  #add(name: string, text: string | null): Known {
    const known = this.#known.get(name);
    if (known) return known;
    const added = { text, data: undefined, decoded: text === null, checked: false };
    this.#known.set(name, added);
    return added;
  }

  #check(name: string, known: Known, unchecked: boolean): void {
    if (unchecked || known.checked) return;
    known.checked = true;
    const found = known.text === null ? [] : [{ key: name, version: versionOf(known.text) }];
    this.checks.push({ start: name, end: `${name}\0`, found });
  }
}
