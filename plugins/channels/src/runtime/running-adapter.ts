import { isGatewayError, type Logger, omitUndefined, type PluginContext } from "@postern/core";
import { retryDelay } from "@postern/kit/queue";
import type { AdapterRecord } from "../collections.ts";
import { messagesReceive } from "../operations/messages.receive.ts";
import type { AdapterContext, AdapterKind, Inbound, Received } from "../services.ts";
import { createIntake } from "./intake.ts";
import { normalized } from "./normalize.ts";
import { type OpenOutlet, openOutlet } from "./outlet.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { pause, runSession } from "./session.ts";
import type { AdapterSnapshot } from "./status-writer.ts";
import type { RunningAdapter } from "./types.ts";

/** Milliseconds before the next attempt to connect. */
const WAITS = { first: 1_000, longest: 60_000 };
/** A link that was open for this many milliseconds resets the delay. */
const WELL = 60_000;
/** Milliseconds that the platform has to answer pending requests when we close a link. */
const ANSWERING = 3_000;
const MAX_REASON_LENGTH = 500;
const BLANK = /[\s\p{Cc}\p{Cf}]+/gu;

export interface RunningAdapterOptions {
  readonly host: PluginContext;
  readonly record: AdapterRecord;
  readonly kind: AdapterKind;
  readonly config: Readonly<Record<string, unknown>>;
  readonly hosts: AdapterContext["hosts"];
  readonly useSecret: AdapterContext["useSecret"];
  write(snapshot: AdapterSnapshot, isUrgent: boolean): void;
  /** Called each time the adapter connects. */
  connected(adapter: string): void;
}

/** Runs an adapter: connects it, reconnects it with increasing delays, and reports its status. */
export function startAdapter(setting: RunningAdapterOptions): RunningAdapter {
  const { host, record, kind, config, hosts, useSecret, write } = setting;
  const adapter = record.id;
  const stop = new AbortController();
  const log = logOf(host.log, adapter);
  const limiter = createRateLimiter(kind.floodOf?.(config) ?? kind.flood);
  const intake = createIntake((event) => host.call(messagesReceive, event));
  let current: AdapterSnapshot = {
    adapter,
    number: record.number,
    status: "starting",
    reason: "Connecting",
    reconnectCount: 0,
  };
  let outlet: OpenOutlet | undefined;
  let isStopping = false;
  let trouble: string | undefined;

  function report(change: Partial<AdapterSnapshot>, isUrgent = true): void {
    const { reason, connectedAt, cause, ...before } = current;
    const kept = omitUndefined({ reason, connectedAt, cause });
    current = { ...before, ...(isUrgent ? {} : kept), ...change };
    write(current, isUrgent);
  }

  function reportConnected(since: number): void {
    if (trouble === undefined) report({ status: "connected", connectedAt: since });
    else report({ status: "degraded", connectedAt: since, reason: trouble });
  }

  /** Rejected events are reported as ignored: a platform that redelivers until accepted would never continue. */
  async function receive(inbound: Inbound): Promise<Received> {
    try {
      return await intake.receive(normalized(adapter, inbound));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ type: inbound.type, reason: printable(reason) }, "An incoming event was rejected");
      if (isGatewayError(error) && error.status === 400) return { disposition: "ignored", reason: printable(reason) };
      throw new Error(reason);
    }
  }

  async function session(): Promise<{ wait: boolean; lasted: number }> {
    let since: number | undefined;
    trouble = undefined;
    const ending = await runSession({
      host,
      adapter,
      kind,
      config,
      log,
      hosts,
      useSecret,
      signal: stop.signal,
      receive,
      connected(link) {
        since = host.now();
        const sent = () => report({ lastOutboundAt: host.now() }, false);
        outlet = openOutlet({ kind, link, limiter, sent });
        reportConnected(since);
        setting.connected(adapter);
      },
      closing: () => outlet?.close(),
      troubled(reason) {
        const said = reason === undefined ? undefined : printable(reason);
        if (trouble === said) return;
        trouble = said;
        if (since !== undefined) reportConnected(since);
      },
      answered: () => report({ lastPongAt: host.now() }, false),
    });
    outlet?.end(ending.reason);
    outlet = undefined;
    const lasted = since === undefined ? 0 : host.now() - since;
    const reason = printable(ending.reason);
    if (stop.signal.aborted) return { wait: false, lasted };
    if (ending.isPermanent || ending.isDenied) {
      log.warn({ reason }, "An adapter failed and needs a change before it is retried");
      const { cause } = ending;
      report({ status: ending.isDenied ? "disconnected" : "failed", reason, ...(cause && { cause }) });
      return { wait: false, lasted };
    }
    log.info({ reason }, "An adapter is not connected and will be retried");
    report({ status: "reconnecting", reason, reconnectCount: current.reconnectCount + 1 });
    return { wait: true, lasted };
  }

  async function run(): Promise<void> {
    let failures = 0;
    report({ status: "starting", reason: "Connecting" });
    while (!stop.signal.aborted) {
      const { wait, lasted } = await session();
      if (!wait) return;
      failures = lasted >= WELL ? 0 : failures + 1;
      await pause(retryDelay(failures, WAITS), stop.signal);
    }
  }

  const done = run().catch((error: unknown) => {
    log.error({ error: String(error) }, "An adapter ended unexpectedly");
    report({ status: "failed", reason: printable(String(error)) });
  });
  return {
    kind: kind.id,
    outlet: () => (isStopping ? undefined : outlet),
    reason: () => current.reason ?? "Connecting",
    async stop() {
      isStopping = true;
      outlet?.close();
      await outlet?.idle(ANSWERING);
      stop.abort();
      await done;
      await intake.idle();
    },
  };
}

/** One line of text of limited length, because it may come from the platform. */
const printable = (reason: string): string =>
  reason.slice(0, MAX_REASON_LENGTH).replace(BLANK, " ").trim() || "No reason";

function logOf(log: Logger, adapter: string): Logger {
  const at = (level: keyof Logger) => (fields: Record<string, unknown>, message: string) =>
    log[level]({ adapter, ...fields }, message);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } as Logger;
}
