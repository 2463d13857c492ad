import type { Answer, Call } from "../define/call.ts";
import { owner } from "../define/caller.ts";
import { attributed } from "../define/error.ts";
import { ApprovalPending, UnknownOperation } from "../define/errors.ts";
import { declaredError } from "../define/failure.ts";
import { causeOf, createLog } from "../define/log.ts";
import { observers } from "../define/observer.ts";
import type { Operation } from "../define/operation.ts";
import type { Plugin } from "../define/plugin.ts";
import type { Service } from "../define/service.ts";
import { suggest } from "../define/suggest.ts";
import type { GuardOptions } from "../http/guard.ts";
import { createHandlers } from "../http/handler.ts";
import { incomingOf } from "../http/incoming.ts";
import { responseOf } from "../http/outgoing.ts";
import { createId } from "../storage/id.ts";
import { after } from "../storage/index.ts";
import { createBus } from "./bus.ts";
import { createGatewayKeys } from "./gateway-keys.ts";
import { createManifest } from "./manifest.ts";
import { sortPlugins } from "./order.ts";
import { perform } from "./pipeline.ts";
import { reach } from "./reach.ts";
import { type Booted, boot } from "./runtime.ts";
import { createStates } from "./states.ts";
import type { CallOptions, Gateway, GatewayOptions, Signatures } from "./types.ts";
import { gatewayView, healthCheck, journalView, storeView } from "./view.ts";

/** Creates a gateway of plugins. Throws for invalid combinations; the store is opened by `start` or the first call. */
export function createGateway<const P extends readonly Plugin[]>(options: GatewayOptions<P>): Gateway<Signatures<P>> {
  const { id = createId, log = createLog(), basePath = "", open = [], authenticate } = options;
  const plugins = sortPlugins(options.plugins, [gatewayView, journalView, storeView, observers]);
  const operations = new Map<string, Operation>(
    plugins.flatMap((plugin) => plugin.operations.map((operation) => [operation.id, operation])),
  );
  for (const name of open) find(name);
  const setAside = new Set<string>();
  const offers = new Map<string, () => readonly string[]>();
  const manifest = createManifest(plugins, setAside, offers);
  const bus = createBus((error, { type, id }) =>
    log.error({ event: type, id, ...causeOf(error) }, "A listener failed"),
  );
  const states = createStates((signal, onProgress) =>
    boot({ ...options, plugins, manifest, offers, setAside, id, log, bus, signal, onProgress, call: inProcess }),
  );

  function find(named: string | Operation): Operation {
    const name = typeof named === "string" ? named : named.id;
    const operation = operations.get(name);
    if (!operation) throw UnknownOperation({ operation: name, nearest: suggest(name, [...operations.keys()]) });
    return operation;
  }

  const run = async (call: Call): Promise<Answer> => perform(states.running ?? (await states.ready()), call);

  /** A call from this process. Its input is copied, so that neither side can change the other's. */
  async function inProcess(
    named: string | Operation,
    input: unknown,
    options: CallOptions & Pick<Call, "approved">,
    how: Pick<Call, "dryRun" | "propose"> = {},
  ) {
    const { caller = owner, signal, ...asked } = options;
    try {
      const answer = await run({
        operation: find(named),
        input: structuredClone(input ?? {}),
        caller,
        ...asked,
        ...how,
        signal: () => signal ?? states.signal(),
        until: signal,
      });
      if (answer.done) return answer.output;
      const { plan, digest, pending } = answer;
      if (!pending) return { dryRun: true, plan, digest };
      if (how.propose) return { status: "pending", ...pending };
      throw ApprovalPending({ approvalId: pending.approvalId, expiresAt: pending.expiresAt });
    } catch (error) {
      const declared = declaredError(error);
      states.running?.refused(attributed(declared, caller.contextId));
      if (declared !== error)
        log.error({ operation: typeof named === "string" ? named : named.id, ...causeOf(error) }, "A call failed");
      if (declared !== error) declared.cause = error;
      throw declared;
    }
  }

  const keys = createGatewayKeys(async () => states.ready());
  const handlerFrom = createHandlers({
    operations: [...operations.values()],
    open: new Set(open),
    basePath,
    log,
    bodies: options.limits?.bodies,
    perform: run,
    reach: async (number) => reach((await states.ready()).driver, number),
    committed: () => states.running?.driver.committed?.(),
    authenticate: authenticate && ((request) => authenticate(request, keys)),
    recognize: (token) => after(states.ready(), ({ recognize }) => recognize(token)),
    refused: (error) => states.running?.refused(error),
    routes: async () => (await states.ready()).running.routes,
    readiness: () => (states.running ? (states.running.running.jobs.isDrained() ? "drained" : "ready") : states.state),
    health: async () => healthOf(await states.ready()),
  });

  function fetchFrom(guard: GuardOptions): (request: Request) => Promise<Response> {
    const handle = handlerFrom(guard);
    return async (request) => {
      const answer = await handle(incomingOf(request));
      return answer instanceof Response ? answer : responseOf(answer);
    };
  }

  return {
    call: (named: string | Operation, input: unknown, options: CallOptions = {}) => inProcess(named, input, options),
    plan: (named: string, input: unknown, options: CallOptions = {}) =>
      inProcess(named, input, options, { dryRun: true }),
    propose: (named: string, input: unknown, options: CallOptions = {}) =>
      inProcess(named, input, options, { propose: true }),
    on: bus.on,
    fetch: fetchFrom(options),
    fetchFrom,
    handlerFrom,
    service: (wanted: Service) => states.running?.running.service(wanted),
    keys,
    manifest,
    bodyLimit: Math.max(2 ** 20, ...[...operations.values()].map(({ bodyLimit }) => bodyLimit)),
    get state() {
      return states.state;
    },
    get detail() {
      return states.detail;
    },
    start: states.start,
    stop: states.stop,
  } as unknown as Gateway<Signatures<P>>;
}

function healthOf({ view, running }: Booted) {
  const isWell = view.store().degraded === undefined && view.plugins().every(({ state }) => state === "running");
  if (!isWell || view.damaged().length > 0) return "degraded";
  return running.service(healthCheck)?.() ?? "ok";
}
