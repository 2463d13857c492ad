import { commitEach, defineJob } from "@postern/kit/queue";
import { causeOf, change, noticeOf, statusAt } from "./approval.ts";
import { approvals } from "./collections.ts";
import { approvalExpired } from "./events.ts";
import { group } from "./group.ts";

const EVERY = 30_000;

/** Notes and reports approvals that nobody decided in time. Until then they are shown as expired. */
export const expire = defineJob(group, "expire", {
  every: EVERY,
  run: ({ host, signal }) =>
    commitEach(
      host,
      { collection: approvals, range: (now) => ({ by: "byExpiry", to: [now] }), signal },
      async (ctx, record) => {
        // Somebody may have decided since it was found.
        if (record.status === "expired" || statusAt(record, ctx.now) !== "expired") return;
        const expired = await change(ctx, record, { status: "expired", decidedAt: ctx.now });
        ctx.emit(approvalExpired, { approval: noticeOf(expired) }, causeOf(record));
      },
    ),
});
