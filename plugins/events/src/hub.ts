import { createShares, gatewayErrors, keys, type SetupContext } from "@postern/core";
import { hasRotated } from "@postern/kit/access";
import { eventVisibility } from "@postern/kit/cloudevents";
import { createFrames } from "./frames.ts";
import type { group } from "./group.ts";
import { openReader, type Reader } from "./reader.ts";
import type { Hub } from "./state.ts";

/** Minimum time between two wake-ups of waiting streams, in milliseconds: commits in between are sent together. */
const WAKE_INTERVAL = 10;
/** Interval of the checks for stalled clients and revoked keys, in milliseconds. */
const CHECK_INTERVAL = 2_000;

/** All open streams of a gateway. */
export function createHub(host: SetupContext<typeof group>): Hub {
  const { config, journal } = host;
  const sight = eventVisibility(host.services.gateway);
  const frames = createFrames(journal, sight, host.store);
  const readers = new Set<Reader>();
  const shares = createShares(
    config.streams,
    `Too many open streams. At most ${config.streams} are open, half of them with the keys of one principal, and a tenth is left for administrators. Close a stream or try again later.`,
  );
  let lastWake = 0;
  let wakeDue: NodeJS.Timeout | undefined;
  let cutOff = 0;
  /** The last change of a key that is known. */
  let keysAsOf: string | undefined;
  /**
   * Opened by callers of the host application, whose contexts are not in our store: they are not checked for
   * revocation.
   */
  const foreign = new WeakSet<Reader>();
  let isStopped = false;
  let isDrained = false;

  function wake(): void {
    wakeDue = undefined;
    lastWake = performance.now();
    for (const reader of readers) reader.wake();
    void noteChangedKeys().catch(() => {});
  }
  const off = host.onCommit(() => {
    if (readers.size > 0) wakeDue ??= setTimeout(wake, Math.max(0, lastWake + WAKE_INTERVAL - performance.now()));
  });

  async function check(): Promise<void> {
    try {
      await cutStuck();
      await endRevoked();
    } catch (error) {
      host.log.warn({ error: String(error) }, "Checking the open streams failed");
    }
  }

  /** Disconnects clients that have not read for too long, or that are too many commits behind. */
  async function cutStuck(): Promise<void> {
    const now = performance.now();
    const stuck = [...readers].filter((reader) => now - (reader.stuckSince() ?? now) >= CHECK_INTERVAL);
    if (stuck.length === 0) return;
    const newest = await journal.end();
    for (const reader of stuck) {
      const waited = now - (reader.stuckSince() ?? now);
      const behind = numberOf(newest) - numberOf(reader.cursor());
      if (behind <= config.behind && waited < config.patience * 1_000) continue;
      cutOff++;
      host.log.debug(
        { context: reader.contextId, behind, waited },
        "Disconnected a client that does not read its stream",
      );
      reader.end(new Error("The client does not read"));
    }
  }

  /** Keys that were changed at any gateway end their streams at once. */
  async function noteChangedKeys(): Promise<void> {
    const mark = await host.store.read(keys.changed);
    if (mark === keysAsOf) return;
    keysAsOf = mark;
    await endRevoked();
  }

  async function endRevoked(): Promise<void> {
    const ours = () => [...readers].filter((reader) => !foreign.has(reader));
    for (const contextId of new Set(ours().map((reader) => reader.contextId))) {
      const caller = await host.callerOf(contextId);
      const own = ours().filter((reader) => reader.contextId === contextId);
      for (const reader of own) {
        const { opener, openedAt } = reader;
        if (await hasRotated(host.store, { caller: opener, openedAt }, host.now()))
          reader.end(new Error("The key was rotated"));
        else if (caller?.allows("events:read")) reader.setCaller(caller);
        else reader.end(new Error("The key was revoked or has expired"));
      }
    }
  }

  const checking = setInterval(check, CHECK_INTERVAL);
  checking.unref();

  function endAll(): void {
    for (const reader of [...readers]) reader.end();
  }

  function stop(): void {
    isStopped = true;
    off();
    clearInterval(checking);
    clearTimeout(wakeDue);
    endAll();
  }
  host.signal.addEventListener("abort", stop, { once: true });

  return {
    open(caller, filter, after, isForeign) {
      if (isDrained)
        throw gatewayErrors.Unavailable({ reason: "This gateway is drained. Connect to another gateway." });
      if (isStopped) throw gatewayErrors.Unavailable({ reason: "The gateway is stopping" });
      const own = [...readers].filter(({ contextId }) => contextId === caller.contextId).length;
      if (own >= config.streamsPerKey)
        throw gatewayErrors.Unavailable({
          reason: `The limit of ${config.streamsPerKey} open streams per key is reached. Close a stream or try again later.`,
        });
      const release = shares.take(1, caller);
      const setting = {
        frames,
        sight,
        heartbeat: config.heartbeat * 1_000,
        now: () => host.now(),
        closed(reader: Reader) {
          readers.delete(reader);
          release();
        },
      };
      const reader = openReader(setting, caller, filter, after);
      readers.add(reader);
      if (isForeign) foreign.add(reader);
      return reader.body;
    },
    streams: () => ({ open: readers.size, cutOff }),
    drain(isWanted) {
      isDrained = isWanted;
      if (isWanted) endAll();
    },
    stop,
  };
}

const numberOf = (id: string): number => Number(id.slice(0, id.indexOf(".")));
