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

/** Before it connects again, in milliseconds. */
const WAITS = { first: 1_000, longest: 60_000 };
/** A link that held so long was well: the waits begin anew. */
const WELL = 60_000;
/** When we end a link, the platform has so long to answer what is being sent, in milliseconds. */
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
  /** Called each time that it is connected. */
  connected(adapter: string): void;
}

/** Carries an adapter: connects it, connects it again with growing waits, and says how it stands. */
export function startMember(setting: MemberSetting): Member {
  const { host, record, kind, config, useSecret, write } = setting;
  const adapter = record.id;
  const stop = new AbortController();
  const log = logOf(host.log, adapter);
  const allowance = createAllowance(kind.floodOf?.(config) ?? kind.flood);
  const intake = createIntake((happening) => host.call(messagesReceive, happening));
  let standing: Standing = { adapter, status: "starting", reason: "It connects", reconnectCount: 0 };
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

  /** What can never be taken in is told as ignored: a platform that delivers until it is taken would not go on. */
  async function receive(inbound: Inbound): Promise<Received> {
    try {
      return await intake.receive(tidied(adapter, inbound));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ type: inbound.type, reason: legible(reason) }, "Something that came in could not be taken in");
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
      log.warn({ reason }, "An adapter failed; it waits for somebody to change something");
      say({ status: ending.isDenied ? "disconnected" : "failed", reason });
      return { wait: false, lasted };
    }
    log.info({ reason }, "An adapter is not connected; it is tried again");
    say({ status: "reconnecting", reason, reconnectCount: standing.reconnectCount + 1 });
    return { wait: true, lasted };
  }

  async function live(): Promise<void> {
    let failures = 0;
    say({ status: "starting", reason: "It connects" });
    while (!stop.signal.aborted) {
      const { wait, lasted } = await session();
      if (!wait) return;
      failures = lasted >= WELL ? 0 : failures + 1;
      await pause(retryDelay(failures, WAITS), stop.signal);
    }
  }

  const life = live().catch((error: unknown) => {
    log.error({ error: String(error) }, "An adapter ended for no reason that is known");
    say({ status: "failed", reason: legible(String(error)) });
  });
  return {
    kind: kind.id,
    outlet: () => (isStopping ? undefined : outlet),
    reason: () => standing.reason ?? "It connects",
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

/** One line of text: it may come from the other side. */
const legible = (reason: string): string => reason.slice(0, LONGEST_REASON).replace(BLANK, " ").trim() || "No reason";

function logOf(log: Logger, adapter: string): Logger {
  const at = (level: keyof Logger) => (fields: Record<string, unknown>, message: string) =>
    log[level]({ adapter, ...fields }, message);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } as Logger;
}
