import { type Check, isSingleKey, type Version } from "../storage/index.ts";
import { bucketOf } from "../verify/sums.ts";

/** Maximum number of keys that are remembered. */
const MAX_KEYS = 20_000;
/** Maximum number of writes that are compared with a range. */
const MAX_COMPARED = 256;

/**
 * The keys that this writer has written last. A check on what none of the commits since its read has written holds
 * without reading it again. Commits of other writers are not known, so they end what is remembered.
 */
export class RecentWrites {
  /** All commits after this one, up to `last`, are known. */
  #since: Version = Number.POSITIVE_INFINITY;
  #last: Version = -1;
  readonly #keys = new Map<string, Version>();
  readonly #buckets = new Map<string, Version>();
  /** Every write in order. A key that is written again is in it again. */
  #log: { key: string; number: Version }[] = [];

  /** The last commit that is known. */
  get last(): Version {
    return this.#last;
  }

  /** Runs a transaction. If it fails, its keys were not written, and nothing is known. */
  during<T>(transaction: () => T): T {
    try {
      return transaction();
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Nothing is known until a transaction starts after a known commit. */
  forget(): void {
    this.#clear(Number.POSITIVE_INFINITY, -1);
  }

  /** The transaction starts after this commit. */
  continueFrom(number: Version): void {
    if (number !== this.#last || this.#log.length > MAX_KEYS) this.#clear(number, number);
  }

  note(key: string, bucket: string, number: Version): void {
    this.#last = number;
    this.#keys.set(key, number);
    this.#buckets.set(bucket, number);
    this.#log.push({ key, number });
  }

  /** Whether nothing in this range was written after the commit `asOf`. False also if that is not known. */
  isUntouched(check: Check, asOf: Version | undefined, compared = MAX_COMPARED): boolean {
    if (asOf === undefined || asOf < this.#since || asOf > this.#last) return false;
    if (isSingleKey(check)) return !isLater(this.#keys.get(check.start), asOf);
    const bucket = bucketOf(check.start);
    if (bucket === bucketOf(check.end) && !isLater(this.#buckets.get(bucket), asOf)) return true;
    return !this.#isWrittenIn(check, asOf, compared);
  }

  #isWrittenIn({ start, end }: Check, asOf: Version, compared: number): boolean {
    for (let at = this.#log.length - 1; at >= 0; at--) {
      const { key, number } = this.#log[at] as { key: string; number: Version };
      if (number <= asOf) return false;
      if (this.#log.length - at > compared || (key >= start && key < end)) return true;
    }
    return false;
  }

  #clear(since: Version, last: Version): void {
    this.#keys.clear();
    this.#buckets.clear();
    this.#log = [];
    this.#since = since;
    this.#last = last;
  }
}

const isLater = (written: Version | undefined, asOf: Version): boolean => written !== undefined && written > asOf;
