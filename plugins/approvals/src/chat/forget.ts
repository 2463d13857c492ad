import { commitEach, defineJob } from "@postern/kit/queue";
import { codes, identities } from "../collections.ts";
import { group } from "../group.ts";
import { endIdentity, isExpired } from "./identity.ts";

const EVERY = 60_000;

/** Ends offers that nobody has answered or confirmed in time, and forgets codes of approvals that ended long ago. */
export const forget = defineJob(group, "forget", {
  every: EVERY,
  async run({ host, signal }) {
    const range = (now: number) => ({ to: [now + 1] });
    const offers = { collection: identities, range: (now: number) => ({ by: "byExpiry", ...range(now) }) as const };
    await commitEach(host, { ...offers, signal }, async (ctx, record) => {
      // Somebody may have answered since it was found.
      if (isExpired(record, ctx.now)) await endIdentity(ctx, record, "expired");
    });
    const old = { collection: codes, range: (now: number) => ({ by: "byEnd", ...range(now) }) as const };
    await commitEach(host, { ...old, signal }, ({ store }, { approval, identity }) =>
      store.delete(codes, approval, identity),
    );
  },
});
