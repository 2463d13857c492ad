import { type EventDefinition, keys } from "@postern/core";
import { createLoop } from "@postern/core/background";
import {
  connectionDisabled,
  connectionEnabled,
  connectionRemoved,
  connectionRotated,
  connectionUpdated,
} from "@postern/credentials/services";
import type { Kinds } from "@postern/kit/kinds";
import { namedHosts } from "@postern/kit/outbound";
import { blockOf } from "../blocked.ts";
import { type AdapterRecord, adapterChanges, adapters, type StateRecord } from "../collections.ts";
import type { OurHost } from "../host.ts";
import { hasStarted } from "../kinds.ts";
import { ownRun } from "../runner/index.ts";
import type { AdapterKind } from "../services.ts";
import { causeOf } from "./cause.ts";
import { startAdapter } from "./running-adapter.ts";
import { createStatusWriter, type StatusWriter } from "./status-writer.ts";
import type { RunningAdapter } from "./types.ts";

const MAX_COUNT = 200;
/** Milliseconds between checks of the store if nothing reports a change, and between any two checks. */
const SLOW = 3_000;
const SHORTEST = 50;

/** After any of them, the adapters of the connection are checked. */
const CHANGES = [connectionEnabled, connectionDisabled, connectionRotated, connectionUpdated, connectionRemoved];

interface Entry {
  readonly fingerprint: string;
  readonly adapter: RunningAdapter | undefined;
}

/** The running adapters, kept in line with the store. */
export interface AdapterRegistry {
  find(adapter: string): RunningAdapter | undefined;
  readonly writer: StatusWriter;
  stop(): Promise<void>;
}

/** `connected` is called each time an adapter connects. */
export async function startRegistry(host: OurHost, connected: (adapter: string) => void): Promise<AdapterRegistry> {
  const run = await ownRun(host.store);
  const running = new Map<string, Entry>();
  const kinds = new Map<string, string>();
  const writer = createStatusWriter(host, run, (adapter) => kinds.get(adapter));
  /** Number of events of each connection since the start. */
  const connectionChanges = new Map<string, number>();
  const pending = new Map<string, Promise<void>>();
  let knownChanges = "";
  let lookedAt = 0;
  let isStopping = false;
  let isDue = true;
  let areKindsMissing = false;

  const loop = createLoop({ name: "channels.adapters", log: host.log, step: look, shortest: SHORTEST });
  let hasLooked = () => {};
  const first = new Promise<void>((resolve) => {
    hasLooked = resolve;
  });

  async function look(): Promise<number> {
    const isAsked = isDue || areKindsMissing;
    isDue = false;
    areKindsMissing = false;
    try {
      await lookOnce(isAsked);
    } catch (error) {
      isDue = true;
      throw error;
    } finally {
      hasLooked();
    }
    return areKindsMissing ? SHORTEST : SLOW;
  }

  async function lookOnce(isAsked: boolean): Promise<void> {
    // A revoked key ends the adapters that it set up.
    const changes = `${await host.store.sum(adapterChanges)} ${await host.store.read(keys.changed)}`;
    if (changes === knownChanges && !isAsked && performance.now() - lookedAt < SLOW * 0.9) return;
    lookedAt = performance.now();
    const { items } = await host.store.find(adapters, { limit: MAX_COUNT });
    const wanted = new Set(items.map(({ id }) => id));
    for (const id of running.keys()) if (!wanted.has(id)) enqueue(id, () => remove(id));
    for (const record of items) {
      // An adapter that cannot be checked must not block the others.
      await check(record).catch((error: unknown) =>
        host.log.warn({ adapter: record.id, ...causeOf(error) }, "An adapter could not be checked"),
      );
    }
    knownChanges = changes;
  }

  async function check(record: AdapterRecord): Promise<void> {
    const { id, kind: kindId, connection } = record;
    kinds.set(id, kindId);
    const ref = connection === undefined ? undefined : await host.services.connections?.find({ connection });
    const turn = ref ? (connectionChanges.get(ref.id) ?? 0) : 0;
    const kind = host.state.kinds.find(kindId);
    // The plugins of platforms start after this one. Nothing is reported about a kind that they may still register.
    if (!kind && !record.isDisabled && !hasStarted(host)) {
      areKindsMissing = true;
      return;
    }
    const block = await blockOf(host.store, record, host.now());
    const fingerprint = JSON.stringify([record.number, kind !== undefined, ref?.id, ref?.status, turn, block?.status]);
    if (running.get(id)?.fingerprint === fingerprint) return;
    // Set immediately, so that a concurrent check does not start the same change.
    running.set(id, { fingerprint, adapter: running.get(id)?.adapter });
    const why = block ?? obstacleOf(host.state.kinds, record, kind, ref);
    enqueue(id, async () => {
      await running.get(id)?.adapter?.stop();
      if (isStopping || running.get(id)?.fingerprint !== fingerprint) return;
      if (why || !kind) {
        running.set(id, { fingerprint, adapter: undefined });
        writer.write(
          {
            adapter: id,
            number: record.number,
            reconnectCount: 0,
            ...(why ?? { status: "failed", reason: "Unknown kind" }),
          },
          true,
        );
        return;
      }
      const { value: config } = host.state.kinds.read(kind, record.config);
      const useSecret = secretAccess(record, host.state.kinds.hostsOf(kind, record.config));
      const hosts = namedHosts("channels", record, host.config);
      const adapter = startAdapter({ host, record, kind, config, hosts, useSecret, write: writer.write, connected });
      running.set(id, { fingerprint, adapter });
    });
  }

  /** Changes of one adapter run one after another. Different adapters do not wait for each other. */
  function enqueue(id: string, work: () => Promise<void>): void {
    const next = (pending.get(id) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => {
        host.log.error({ adapter: id, ...causeOf(error) }, "An adapter could not be started");
        writer.write({ adapter: id, reconnectCount: 0, status: "failed", reason: String(error).slice(0, 200) }, true);
      })
      .then(() => {
        if (pending.get(id) === next) pending.delete(id);
      });
    pending.set(id, next);
  }

  async function remove(id: string): Promise<void> {
    const place = running.get(id);
    await place?.adapter?.stop();
    if (running.get(id) !== place) return;
    running.delete(id);
    kinds.delete(id);
    writer.forget(id);
  }

  const secretAccess =
    ({ id, connection }: AdapterRecord, hosts: readonly string[]) =>
    async <T>(work: Parameters<NonNullable<typeof host.services.secrets>["use"]>[2]): Promise<T> => {
      if (connection === undefined) throw new Error("The adapter has no connection that provides a secret");
      const { secrets } = host.services;
      if (!secrets) throw new Error('The plugin "credentials" is not enabled.');
      return (await secrets.use({ connection }, { group: "channels", purpose: `adapter ${id}`, hosts }, work)) as T;
    };

  const unsubscribe = CHANGES.map((event: EventDefinition) =>
    host.on(event, ({ subject }) => {
      if (subject === undefined) return;
      connectionChanges.set(subject, (connectionChanges.get(subject) ?? 0) + 1);
      isDue = true;
      loop.wake();
    }),
  );
  unsubscribe.push(host.onCommit(() => loop.wake(SHORTEST)));
  loop.wake();
  await first;

  return {
    writer,
    find: (adapter) => running.get(adapter)?.adapter,
    async stop() {
      isStopping = true;
      for (const off of unsubscribe) off();
      await loop.stop();
      await Promise.all([...pending.values()]);
      await Promise.all([...running.values()].map(({ adapter }) => adapter?.stop()));
      await writer.stop();
    },
  };
}

/** Why an adapter that may run cannot be started now, if so. */
function obstacleOf(
  kinds: Kinds<AdapterKind>,
  { kind: kindId, connection, config }: AdapterRecord,
  kind: AdapterKind | undefined,
  ref: { readonly status: string; readonly connection: string } | undefined,
): Pick<StateRecord, "status" | "reason" | "cause"> | undefined {
  if (!kind) return { status: "failed", reason: kinds.missing(kindId) };
  const [issue] = kinds.read(kind, config).issues;
  if (issue) return { status: "failed", reason: `Invalid configuration: ${issue.path || "/"} ${issue.message}` };
  if (connection === undefined)
    return kind.secret?.needed
      ? { status: "failed", reason: `A connection is required: ${kind.secret.what}` }
      : undefined;
  if (!ref) return { status: "failed", reason: `Connection "${connection}" not found` };
  if (ref.status === "disabled")
    return {
      status: "disconnected",
      reason: `Connection "${ref.connection}" is disabled`,
      cause: "connection_disabled",
    };
  return undefined;
}
