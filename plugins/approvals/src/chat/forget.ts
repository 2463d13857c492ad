import { defineJob } from "@postern/kit/queue";
import { codes, identities } from "../collections.ts";
import { group } from "../group.ts";
import { endIdentity } from "./identity.ts";

const EVERY = 60_000;
const PORTION = 100;

/** Ends offers that nobody has answered or confirmed in time, and forgets codes of approvals that ended long ago. */
export const forget = defineJob(group, "forget", {
  every: EVERY,
  async run({ host, signal }) {
    for (let more = true; more && !signal.aborted; ) {
      more = await host.transact(async (ctx) => {
        const place = { to: [ctx.now + 1], limit: PORTION };
        const offers = await ctx.store.find(identities, { by: "byExpiry", ...place });
        for (const record of offers.items) await endIdentity(ctx, record, "expired");
        const old = await ctx.store.find(codes, { by: "byEnd", ...place });
        for (const { approval, identity } of old.items) await ctx.store.delete(codes, approval, identity);
        return offers.next !== undefined || old.next !== undefined;
      });
    }
  },
});
