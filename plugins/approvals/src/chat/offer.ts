import type { Cause, PluginContext, Transacting } from "@postern/core";
import { identities } from "../collections.ts";
import { identityAnswered } from "../events.ts";
import { digestOfCode, OFFER_LASTS } from "./codes.ts";
import { changeIdentity, endIdentity, isExpired, showIdentity } from "./identity.ts";
import { replies } from "./replies.ts";
import { senderOf } from "./sender.ts";

/** How many offers of one chat are compared with a code. */
const MAX_OFFERS = 100;
const MAX_WRONG = 5;

/** Records who has sent the code of an offer in its chat. A wrong one counts for every offer of the chat. */
export async function answerOffer(
  ctx: Transacting,
  host: Pick<PluginContext, "call">,
  { id, chatId, channel, instanceId }: { id: string; chatId: string; channel: string; instanceId: string },
  code: string,
  cause: Cause,
): Promise<void> {
  const { items } = await ctx.store.find(identities, { by: "byOffer", prefix: [chatId], limit: MAX_OFFERS });
  const open = items.filter((one) => !isExpired(one, ctx.now));
  const meant = open.find((one) => one.code === digestOfCode(one.id, code));
  if (!meant) {
    for (const one of open) {
      const count = one.wrong.count + 1;
      if (count >= MAX_WRONG) await endIdentity(ctx, one, "wrong_codes");
      else await changeIdentity(ctx, one, { wrong: { ...one.wrong, count } });
    }
    return;
  }
  const sender = await senderOf(host, id);
  if (!sender || meant.channel !== channel || meant.instanceId !== instanceId) return;
  const { now } = ctx;
  const times = { answeredAt: now, expiresAt: now + OFFER_LASTS };
  const wrong = { count: 0, since: now };
  const answered = await changeIdentity(ctx, meant, { status: "answered", sender, code: undefined, wrong, ...times });
  ctx.emit(identityAnswered, { identity: showIdentity(answered) }, cause);
  await replies.add(ctx, { identity: meant.id, message: id, does: "answered" }, { key: id, cause });
}
