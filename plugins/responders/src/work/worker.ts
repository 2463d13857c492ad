import { setTimeout as pause } from "node:timers/promises";
import type { TurnQueue } from "@postern/agents/services";
import { keys, type PluginContext, type Worker } from "@postern/core";
import { createLoop, IDLE_SLEEP } from "@postern/core/background";
import { LEASE } from "@postern/kit/queue";
import { type ResponderRecord, responderChanges, responders } from "../collections.ts";
import { hasEnded } from "../creator.ts";
import type { group } from "../group.ts";
import type { OurHost } from "../host.ts";
import { problemOf } from "../responder.ts";
import type { State } from "../state.ts";
import { answerTurn, type Working } from "./answer.ts";

const MAX_COUNT = 500;
/** Milliseconds that a claim waits for a turn, and before it is tried again after an error. */
const WAIT = 25_000;
const RETRY = 1_000;
/** Milliseconds between looks at whether a secret that another host has can be read here. */
const SECRET_RETRY = 5_000;

/** Answers turns with all enabled responders, in every serving process. */
export const answerTurns: Worker<readonly []> = {
  name: "responders.answers",
  operations: [],
  events: [],
  start: (host) => start(host as PluginContext<typeof group>),
  held: ({ state }) => (state as State).answering.size,
  state: ({ state }) => ({
    name: "responders.answers",
    waiting: 0,
    running: (state as State).answering.size,
    dead: 0,
  }),
};

interface Running {
  /** Differs as soon as the responder must be started anew. */
  readonly fingerprint: string;
  stop(): Promise<void>;
}

function start(host: OurHost): () => Promise<void> {
  const { turns } = host.services;
  if (!turns) return async () => {};
  return answerAll(host, turns);
}

function answerAll(host: OurHost, turns: TurnQueue): () => Promise<void> {
  const running = new Map<string, Running>();
  let seen: string | undefined;

  async function step(): Promise<number> {
    // A responder ends with the key that created it, so changes of keys count too.
    const changes = `${await host.store.sum(responderChanges)} ${await host.store.read(keys.changed)}`;
    if (changes !== seen) {
      const { items } = await host.store.find(responders, { limit: MAX_COUNT });
      const ended = await Promise.all(items.map((record) => hasEnded(host.store, record, host.now())));
      await adjust(items.filter((_, at) => !ended[at]));
      seen = changes;
    }
    return IDLE_SLEEP;
  }

  async function adjust(records: readonly ResponderRecord[]): Promise<void> {
    const wanted = new Map(records.map((record) => [record.id, record]));
    const ended = [...running].filter(([id, { fingerprint }]) => fingerprint !== fingerprintOf(wanted.get(id)));
    await Promise.all(
      ended.map(([id, { stop }]) => {
        running.delete(id);
        return stop();
      }),
    );
    for (const record of records) {
      const kind = host.state.kinds.find(record.kind);
      if (!kind?.answer || problemOf(host.state, record) !== undefined || running.has(record.id)) continue;
      running.set(record.id, { fingerprint: fingerprintOf(record), stop: runResponder({ host, turns, record, kind }) });
    }
  }

  const loop = createLoop({ name: "responders.answers", log: host.log, step });
  const off = host.onCommit(() => loop.wake());
  loop.wake();
  return async () => {
    off();
    await loop.stop();
    await Promise.all([...running.values()].map(({ stop }) => stop()));
  };
}

/** Whatever a responder used today must not restart it, so that is stored elsewhere. */
const fingerprintOf = (record: ResponderRecord | undefined): string => JSON.stringify(record ?? null);

/** Claims and answers turns until it is stopped: then turns in progress are given back. */
function runResponder(setting: Omit<Working, "signal">): () => Promise<void> {
  const { host, turns, record } = setting;
  const ended = new AbortController();
  const { signal } = ended;
  const working = { ...setting, signal };
  const answering = new Set<Promise<void>>();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      if (answering.size >= record.concurrency) await Promise.race(answering);
      if (!(await isSecretHere())) {
        await pause(SECRET_RETRY, undefined, { signal }).catch(() => {});
        continue;
      }
      for (const turn of signal.aborted ? [] : await claim()) {
        host.state.answering.add(turn.id);
        const work = answerTurn(working, turn)
          .catch((error: unknown) =>
            host.log.error(
              { responder: record.id, turn: turn.id, error: String(error) },
              "A turn could not be completed",
            ),
          )
          .finally(() => {
            answering.delete(work);
            host.state.answering.delete(turn.id);
          });
        answering.add(work);
      }
    }
  }

  /** False only if another host has the secret: a gateway there answers. */
  async function isSecretHere(): Promise<boolean> {
    const { connection } = record;
    if (connection === undefined || !host.services.secrets) return true;
    return host.services.secrets.isHere({ connection }).catch(() => true);
  }

  async function claim() {
    const limit = record.concurrency - answering.size;
    try {
      return await turns.claim(record.agents, { leaseMs: LEASE, limit, waitMs: WAIT, signal });
    } catch (error) {
      if (signal.aborted) return [];
      host.log.warn({ responder: record.id, error: String(error) }, "Turns could not be claimed; it will be retried");
      await pause(RETRY, undefined, { signal }).catch(() => {});
      return [];
    }
  }

  const ran = run();
  return async () => {
    ended.abort(new Error("The responder is stopping"));
    await ran;
    await Promise.all(answering);
  };
}
