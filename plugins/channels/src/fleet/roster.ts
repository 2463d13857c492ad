import { createLoop } from "@postern/core/queue";
import { type AdapterRecord, adapterChanges, adapters } from "../collections.ts";
import type { OurHost } from "../host.ts";
import { hostsOf, missingKind, readConfig } from "../kinds.ts";
import { ownRun } from "../runner/index.ts";
import type { AdapterKind } from "../services.ts";
import { causeOf } from "./cause.ts";
import { startMember } from "./member.ts";
import { createPen, type Pen } from "./states.ts";
import type { Member } from "./types.ts";

const MOST = 200;
/** Milliseconds between checks of the store if nothing reports a change, and between any two checks. */
const SLOW = 3_000;
const SHORTEST = 50;

/** Events of connections. After any of them, the adapters of the connection are checked. */
const CONNECTION = ["enabled", "disabled", "rotated", "updated", "removed"].map((past) => ({
  type: `credentials.connection.${past}`,
  summary: past,
  data: {} as never,
}));

interface Place {
  readonly fingerprint: string;
  readonly member: Member | undefined;
}

/** The running adapters, kept in line with the store. */
export interface Roster {
  member(adapter: string): Member | undefined;
  readonly pen: Pen;
  stop(): Promise<void>;
}

/** `connected` is called each time an adapter connects. */
export async function keepRoster(host: OurHost, connected: (adapter: string) => void): Promise<Roster> {
  const run = await ownRun(host.store);
  const at = new Map<string, Place>();
  const kinds = new Map<string, string>();
  const pen = createPen(host, run, (adapter) => kinds.get(adapter));
  /** Number of events of each connection since the start. */
  const turns = new Map<string, number>();
  const moves = new Map<string, Promise<void>>();
  let seen = Number.NaN;
  let lookedAt = 0;
  let isStopping = false;
  let isDue = true;

  const loop = createLoop({ name: "channels.roster", log: host.log, step: look, shortest: SHORTEST });
  let hasLooked = () => {};
  const first = new Promise<void>((resolve) => {
    hasLooked = resolve;
  });

  async function look(): Promise<number> {
    const isAsked = isDue;
    isDue = false;
    try {
      await lookOnce(isAsked);
    } catch (error) {
      isDue = true;
      throw error;
    } finally {
      hasLooked();
    }
    return SLOW;
  }

  async function lookOnce(isAsked: boolean): Promise<void> {
    const changes = await host.store.sum(adapterChanges);
    if (changes === seen && !isAsked && performance.now() - lookedAt < SLOW * 0.9) return;
    lookedAt = performance.now();
    const { items } = await host.store.find(adapters, { limit: MOST });
    const wanted = new Set(items.map(({ id }) => id));
    for (const id of at.keys()) if (!wanted.has(id)) move(id, () => leave(id));
    for (const record of items) {
      // An adapter that cannot be checked must not block the others.
      await judge(record).catch((error: unknown) =>
        host.log.warn({ adapter: record.id, ...causeOf(error) }, "An adapter could not be checked"),
      );
    }
    seen = changes;
  }

  async function judge(record: AdapterRecord): Promise<void> {
    const { id, kind: kindId, connection } = record;
    kinds.set(id, kindId);
    const ref = connection === undefined ? undefined : await host.services.connections?.find({ connection });
    const turn = ref ? (turns.get(ref.id) ?? 0) : 0;
    const kind = host.state.kinds.get(kindId);
    const fingerprint = JSON.stringify([record.number, kind !== undefined, ref?.id, ref?.status, turn]);
    if (at.get(id)?.fingerprint === fingerprint) return;
    // Set immediately, so that a concurrent check does not start the same change.
    at.set(id, { fingerprint, member: at.get(id)?.member });
    const why = reasonAgainst(record, kind, ref);
    move(id, async () => {
      await at.get(id)?.member?.stop();
      if (isStopping || at.get(id)?.fingerprint !== fingerprint) return;
      if (why || !kind) {
        at.set(id, { fingerprint, member: undefined });
        pen.write({ adapter: id, reconnectCount: 0, ...(why ?? { status: "failed", reason: "Unknown kind" }) }, true);
        return;
      }
      const { value: config } = readConfig(kind, record.config);
      const useSecret = secretsFor(record, hostsOf(kind, record.config));
      const member = startMember({ host, record, kind, config, useSecret, write: pen.write, connected });
      at.set(id, { fingerprint, member });
    });
  }

  /** Changes of one adapter run one after another. Different adapters do not wait for each other. */
  function move(id: string, work: () => Promise<void>): void {
    const next = (moves.get(id) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => {
        host.log.error({ adapter: id, ...causeOf(error) }, "An adapter could not be started");
        pen.write({ adapter: id, reconnectCount: 0, status: "failed", reason: String(error).slice(0, 200) }, true);
      })
      .then(() => {
        if (moves.get(id) === next) moves.delete(id);
      });
    moves.set(id, next);
  }

  async function leave(id: string): Promise<void> {
    const place = at.get(id);
    await place?.member?.stop();
    if (at.get(id) !== place) return;
    at.delete(id);
    kinds.delete(id);
    pen.forget(id);
  }

  const secretsFor =
    ({ id, connection }: AdapterRecord, hosts: readonly string[]) =>
    async <T>(work: Parameters<NonNullable<typeof host.services.secrets>["use"]>[2]): Promise<T> => {
      if (connection === undefined) throw new Error("The adapter has no connection that provides a secret");
      const { secrets } = host.services;
      if (!secrets) throw new Error('The plugin "credentials" is not enabled.');
      return (await secrets.use({ connection }, { group: "channels", purpose: `adapter ${id}`, hosts }, work)) as T;
    };

  const offs = CONNECTION.map((event) =>
    host.on(event, ({ subject }) => {
      if (subject === undefined) return;
      turns.set(subject, (turns.get(subject) ?? 0) + 1);
      isDue = true;
      loop.wake();
    }),
  );
  offs.push(host.onCommit(() => loop.wake(SHORTEST)));
  loop.wake();
  await first;

  return {
    pen,
    member: (adapter) => at.get(adapter)?.member,
    async stop() {
      isStopping = true;
      for (const off of offs) off();
      await loop.stop();
      await Promise.all([...moves.values()]);
      await Promise.all([...at.values()].map(({ member }) => member?.stop()));
      await pen.stop();
    },
  };
}

/** Why an adapter cannot be started now, if so. */
function reasonAgainst(
  { isDisabled, kind: kindId, connection, config }: AdapterRecord,
  kind: AdapterKind | undefined,
  ref: { readonly status: string; readonly connection: string } | undefined,
): { status: "disabled" | "failed" | "disconnected"; reason: string } | undefined {
  if (isDisabled) return { status: "disabled", reason: "The adapter is disabled" };
  if (!kind) return { status: "failed", reason: missingKind(kindId) };
  const [issue] = readConfig(kind, config).issues;
  if (issue) return { status: "failed", reason: `Invalid configuration: ${issue.path || "/"} ${issue.message}` };
  if (connection === undefined)
    return kind.secret?.needed
      ? { status: "failed", reason: `A connection is required: ${kind.secret.what}` }
      : undefined;
  if (!ref) return { status: "failed", reason: `Connection "${connection}" not found` };
  if (ref.status === "disabled")
    return { status: "disconnected", reason: `Connection "${ref.connection}" is disabled` };
  return undefined;
}
