import { isGatewayError, type Logger, type PluginContext } from "@postern/core";
import { retryDelay } from "@postern/core/queue";
import type { AdapterRecord } from "../collections.ts";
import { messagesReceive } from "../operations/messages.receive.ts";
import type { AdapterContext, AdapterKind, Inbound, Received } from "../services.ts";
import { createAllowance } from "./flood.ts";
import { createIntake } from "./intake.ts";
import { type OpenOutlet, openOutlet } from "./outlet.ts";
import { pause, runSession } from "./session.ts";
import type { Standing } from "./states.ts";
import { tidied } from "./tidy.ts";
import type { Member } from "./types.ts";

/** Milliseconds before the next attempt to connect. */
const WAITS = { first: 1_000, longest: 60_000 };
/** A link that was open for this many milliseconds resets the delay. */
const WELL = 60_000;
/** Milliseconds that the platform has to answer pending requests when we close a link. */
const ANSWERING = 3_000;
const LONGEST_REASON = 500;
const BLANK = /[\s\p{Cc}\p{Cf}]+/gu;

export interface MemberSetting {
  readonly host: PluginContext;
  readonly record: AdapterRecord;
  readonly kind: AdapterKind;
  readonly config: Readonly<Record<string, unknown>>;
  readonly useSecret: AdapterContext["useSecret"];
  write(standing: Standing, isUrgent: boolean): void;
  /** Called each time the adapter connects. */
  connected(adapter: string): void;
}

/** Runs an adapter: connects it, reconnects it with increasing delays, and reports its status. */
export function startMember(setting: MemberSetting): Member {
  const { host, record, kind, config, useSecret, write } = setting;
  const adapter = record.id;
  const stop = new AbortController();
  const log = logOf(host.log, adapter);
  const allowance = createAllowance(kind.floodOf?.(config) ?? kind.flood);
  const intake = createIntake((happening) => host.call(messagesReceive, happening));
  let standing: Standing = { adapter, status: "starting", reason: "Connecting", reconnectCount: 0 };
  let outlet: OpenOutlet | undefined;
  let isStopping = false;
  let trouble: string | undefined;

  function say(change: Partial<Standing>, isUrgent = true): void {
    const { reason, connectedAt, ...before } = standing;
    const kept = { ...(reason !== undefined && { reason }), ...(connectedAt !== undefined && { connectedAt }) };
    standing = { ...before, ...(isUrgent ? {} : kept), ...change };
    write(standing, isUrgent);
  }

  function sayLinked(since: number): void {
    if (trouble === undefined) say({ status: "connected", connectedAt: since });
    else say({ status: "degraded", connectedAt: since, reason: trouble });
  }

  /** Rejected events are reported as ignored: a platform that redelivers until accepted would never continue. */
  async function receive(inbound: Inbound): Promise<Received> {
    try {
      return await intake.receive(tidied(adapter, inbound));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ type: inbound.type, reason: legible(reason) }, "An incoming event was rejected");
      if (isGatewayError(error) && error.status === 400) return { disposition: "ignored", reason: legible(reason) };
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
      useSecret,
      signal: stop.signal,
      receive,
      connected(link) {
        since = host.now();
        const sent = () => say({ lastOutboundAt: host.now() }, false);
        outlet = openOutlet({ kind, link, allowance, sent });
        sayLinked(since);
        setting.connected(adapter);
      },
      closing: () => outlet?.close(),
      troubled(reason) {
        const said = reason === undefined ? undefined : legible(reason);
        if (trouble === said) return;
        trouble = said;
        if (since !== undefined) sayLinked(since);
      },
      answered: () => say({ lastPongAt: host.now() }, false),
    });
    outlet?.end(ending.reason);
    outlet = undefined;
    const lasted = since === undefined ? 0 : host.now() - since;
    const reason = legible(ending.reason);
    if (stop.signal.aborted) return { wait: false, lasted };
    if (ending.isPermanent || ending.isDenied) {
      log.warn({ reason }, "An adapter failed and needs a change before it is retried");
      say({ status: ending.isDenied ? "disconnected" : "failed", reason });
      return { wait: false, lasted };
    }
    log.info({ reason }, "An adapter is not connected and will be retried");
    say({ status: "reconnecting", reason, reconnectCount: standing.reconnectCount + 1 });
    return { wait: true, lasted };
  }

  async function live(): Promise<void> {
    let failures = 0;
    say({ status: "starting", reason: "Connecting" });
    while (!stop.signal.aborted) {
      const { wait, lasted } = await session();
      if (!wait) return;
      failures = lasted >= WELL ? 0 : failures + 1;
      await pause(retryDelay(failures, WAITS), stop.signal);
    }
  }

  const life = live().catch((error: unknown) => {
    log.error({ error: String(error) }, "An adapter ended unexpectedly");
    say({ status: "failed", reason: legible(String(error)) });
  });
  return {
    kind: kind.id,
    outlet: () => (isStopping ? undefined : outlet),
    reason: () => standing.reason ?? "Connecting",
    async stop() {
      isStopping = true;
      outlet?.close();
      await outlet?.idle(ANSWERING);
      stop.abort();
      await life;
      await intake.idle();
    },
  };
}

/** One line of text of limited length, because it may come from the platform. */
const legible = (reason: string): string => reason.slice(0, LONGEST_REASON).replace(BLANK, " ").trim() || "No reason";

function logOf(log: Logger, adapter: string): Logger {
  const at = (level: keyof Logger) => (fields: Record<string, unknown>, message: string) =>
    log[level]({ adapter, ...fields }, message);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } as Logger;
}
