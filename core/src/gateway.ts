import type { Call } from "./admit.ts";
import { createBus } from "./bus.ts";
import { owner } from "./caller.ts";
import { UnknownOperation } from "./errors.ts";
import { declaredError } from "./failure.ts";
import { createDoors } from "./http/door.ts";
import type { GuardOptions } from "./http/guard.ts";
import { incomingOf } from "./http/incoming.ts";
import { responseOf } from "./http/outgoing.ts";
import { createId } from "./id.ts";
import { blamed } from "./journal/refusals.ts";
import { gatewayView, journalView, storeView } from "./kernel-services.ts";
import { createGatewayKeys } from "./keys/gateway-keys.ts";
import { causeOf, createLog } from "./log.ts";
import { manifestOf } from "./manifest.ts";
import { nearest } from "./nearest.ts";
import type { Operation } from "./operation.ts";
import { inOrder } from "./order.ts";
import { type Answer, perform } from "./pipeline.ts";
import type { Plugin } from "./plugin.ts";
import { type Booted, boot } from "./runtime.ts";
import type { CallOptions, Gateway, GatewayOptions, Signatures } from "./types.ts";

/** Makes a gateway of plugins. Wrong combinations are refused here; the store is opened by `start` or the first call. */
export function createGateway<const P extends readonly Plugin[]>(options: GatewayOptions<P>): Gateway<Signatures<P>> {
  const { now = Date.now, id = createId, log = createLog(), basePath = "", open = [] } = options;
  const plugins = inOrder(options.plugins, [gatewayView, journalView, storeView]);
  const operations = new Map<string, Operation>(
    plugins.flatMap((plugin) => plugin.operations.map((operation) => [operation.id, operation])),
  );
  for (const name of open) find(name);
  const manifest = manifestOf(plugins);
  const bus = createBus((error, { type, id }) =>
    log.error({ event: type, id, ...causeOf(error) }, "A listener failed"),
  );
  let ending = new AbortController();
  let starting: Promise<Booted> | undefined;
  let booted: Booted | undefined;

  function start(): Promise<Booted> {
    starting ??= boot(plugins, manifest, { ...options, now, id, log }, bus, () => ending.signal).then(
      (ready) => {
        booted = ready;
        return ready;
      },
      (error: unknown) => {
        // The next start tries again: a store that another process held may be free by then.
        starting = undefined;
        throw error;
      },
    );
    return starting;
  }
  const ready = (): Booted | Promise<Booted> => booted ?? start();

  function find(named: string | Operation): Operation {
    const name = typeof named === "string" ? named : named.id;
    const operation = operations.get(name);
    if (!operation) throw UnknownOperation({ operation: name, nearest: nearest(name, [...operations.keys()]) });
    return operation;
  }

  const run = async (call: Call): Promise<Answer> => perform(booted ?? (await start()), call);

  /** A caller in this process: its input is copied, so that neither side can change the other's. */
  async function inProcess(
    named: string | Operation,
    input: unknown,
    said: CallOptions,
    dryRun: boolean,
  ): Promise<Answer> {
    const { caller = owner, execute, plan, idempotencyKey, signal } = said;
    try {
      return await run({
        operation: find(named),
        input: structuredClone(input ?? {}),
        caller,
        dryRun,
        execute,
        plan,
        idempotencyKey,
        signal: () => signal ?? ending.signal,
      });
    } catch (error) {
      const declared = declaredError(error);
      booted?.refused(blamed(declared, caller.contextId));
      if (declared !== error)
        log.error({ operation: typeof named === "string" ? named : named.id, ...causeOf(error) }, "A call failed");
      if (declared !== error) declared.cause = error;
      throw declared;
    }
  }

  const doorFrom = createDoors({
    operations: [...operations.values()],
    open: new Set(open),
    basePath,
    log,
    bodies: options.limits?.bodies,
    perform: run,
    recognize(token) {
      const runtime = ready();
      return runtime instanceof Promise ? runtime.then(({ recognize }) => recognize(token)) : runtime.recognize(token);
    },
    refused: (error) => booted?.refused(error),
    routes: async () => (await ready()).running.routes,
    health: async () => healthOf(await ready()),
  });

  function fetchFrom(guard: GuardOptions): (request: Request) => Promise<Response> {
    const door = doorFrom(guard);
    return async (request) => {
      const answer = await door(incomingOf(request));
      return answer instanceof Response ? answer : responseOf(answer);
    };
  }

  return {
    call: async (named: string | Operation, input: unknown, said: CallOptions = {}) =>
      shownOf(await inProcess(named, input, said, false)),
    plan: async (named: string, input: unknown, said: CallOptions = {}) =>
      shownOf(await inProcess(named, input, said, true)),
    on: bus.on,
    fetch: fetchFrom(options),
    fetchFrom,
    doorFrom,
    keys: createGatewayKeys(async () => ready()),
    manifest,
    bodyLimit: Math.max(2 ** 20, ...[...operations.values()].map(({ bodyLimit }) => bodyLimit)),
    start: async () => void (await start()),
    async stop() {
      const was = starting;
      starting = booted = undefined;
      ending.abort();
      ending = new AbortController();
      await (await was?.catch(() => undefined))?.stop();
    },
  } as unknown as Gateway<Signatures<P>>;
}

const shownOf = (answer: Answer): unknown =>
  answer.done ? answer.output : { dryRun: true, plan: answer.plan, digest: answer.digest };

function healthOf({ view }: Booted): "ok" | "degraded" {
  const isWell = view.store().degraded === undefined && view.plugins().every(({ state }) => state === "running");
  return isWell && view.damaged().length === 0 ? "ok" : "degraded";
}
