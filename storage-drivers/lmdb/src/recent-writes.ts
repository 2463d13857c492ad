import { type Check, isSingleKey, type Version } from "@postern/core/storage";
import { bucketOf } from "@postern/core/verify";

/** Maximum number of keys that are remembered. */
const MAX_KEYS = 20_000;

/**
 * The keys that this thread has written last. A check on what none of the commits since its read has written holds
 * without reading it again. Commits of other processes are not known, so they end what is remembered.
 */
export class RecentWrites {
  /** All commits after this one, up to `#last`, are known. */
  #since: Version = Number.POSITIVE_INFINITY;
  #last: Version = -1;
  readonly #keys = new Map<string, Version>();
  readonly #buckets = new Map<string, Version>();

  /** Runs a transaction. If it fails, its keys were not written, and nothing is known. */
  during<T>(transaction: () => T): T {
    try {
      return transaction();
    } catch (error) {
      this.#forget(Number.POSITIVE_INFINITY);
      throw error;
    }
  }

  /** The transaction starts after this commit. */
  continueFrom(number: Version): void {
    if (number !== this.#last || this.#keys.size > MAX_KEYS) this.#forget(number);
  }

  note(key: string, bucket: string, number: Version): void {
    this.#last = number;
    this.#keys.set(key, number);
    this.#buckets.set(bucket, number);
  }

  /** Whether nothing in this range was written after the commit `asOf`. False also if that is not known. */
  isUntouched(check: Check, asOf: Version | undefined): boolean {
    if (asOf === undefined || asOf < this.#since || asOf > this.#last) return false;
    if (isSingleKey(check)) return !isLater(this.#keys.get(check.start), asOf);
    const bucket = bucketOf(check.start);
    return bucket === bucketOf(check.end) && !isLater(this.#buckets.get(bucket), asOf);
  }

  #forget(number: Version): void {
    this.#keys.clear();
    this.#buckets.clear();
    this.#since = number;
    this.#last = number;
  }
}

const isLater = (written: Version | undefined, asOf: Version): boolean => written !== undefined && written > asOf;
