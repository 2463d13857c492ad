import { defineJob } from "@postern/kit/queue";
import { causeOf, change, noticeOf } from "./approval.ts";
import { approvals } from "./collections.ts";
import { approvalExpired } from "./events.ts";
import { group } from "./group.ts";

const EVERY = 30_000;
const PORTION = 100;

/** Notes and reports approvals that nobody decided in time. Until then they are shown as expired. */
export const expire = defineJob(group, "expire", {
  every: EVERY,
  async run({ host, signal }) {
    for (let more = true; more && !signal.aborted; ) {
      more = await host.transact(async (ctx) => {
        const { items, next } = await ctx.store.find(approvals, { by: "byExpiry", to: [ctx.now], limit: PORTION });
        for (const record of items) {
          const expired = await change(ctx, record, { status: "expired", decidedAt: ctx.now });
          ctx.emit(approvalExpired, { approval: noticeOf(expired) }, causeOf(record));
        }
        return next !== undefined;
      });
    }
  },
});
