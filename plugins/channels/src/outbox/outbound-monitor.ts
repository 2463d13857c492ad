import type { OurHost } from "../host.ts";
import type { OutboundMonitor } from "../runtime/types.ts";
import { outbound } from "./consumer.ts";
import { outbox } from "./outbox.ts";

/** Of the 100 entries that have waited longest, the one that is due first is reported. */
const PORTION = "100";

export function createOutboundMonitor(host: OurHost): OutboundMonitor {
  let lastPublishedAt: number | undefined;
  let lastMessageAt: number | undefined;
  let lastError: { message: string; at: number } | undefined;
  let trouble: { phase: "consume_loop"; message: string; at: number } | undefined;
  const [list] = outbox.operations;

  async function waitingTimes() {
    const { total } = await host.call(list, { status: "waiting", limit: "1", fields: "id" });
    const offset = String(Math.max(0, total - Number(PORTION)));
    const page = await host.call(list, {
      status: "waiting",
      limit: PORTION,
      offset,
      fields: "createdAt,nextAttemptAt",
    });
    const due = page.outbox.flatMap(({ nextAttemptAt }) => (nextAttemptAt === undefined ? [] : [nextAttemptAt]));
    const oldestPendingAt = page.outbox.at(-1)?.createdAt;
    return {
      ...(oldestPendingAt !== undefined && { oldestPendingAt }),
      ...(due.length > 0 && { nextAttemptAt: Math.min(...due) }),
    };
  }

  return {
    sent(at) {
      lastPublishedAt = at;
    },
    failed(message, at) {
      lastError = { message, at };
    },
    queued(at) {
      lastMessageAt = at;
    },
    async snapshot() {
      const [follower, { waiting, running }] = [await outbound.state(host), await outbox.state(host)];
      if (follower.trouble === undefined) trouble = undefined;
      else if (trouble?.message !== follower.trouble)
        trouble = { phase: "consume_loop", message: follower.trouble, at: host.now() };
      return {
        stream: "chats.message",
        consumer: outbound.name,
        enabled: true,
        infrastructureReady: true,
        consuming: follower.trouble === undefined,
        ...(trouble && { lastError: trouble }),
        ...(lastMessageAt !== undefined && { lastMessageAt }),
        publishOutbox: {
          pendingCount: waiting + running,
          ...(lastError && { lastError }),
          ...(lastPublishedAt !== undefined && { lastPublishedAt }),
          // Called every second: this is only queried if entries are waiting.
          ...(waiting > 0 && (await waitingTimes())),
        },
      };
    },
  };
}
