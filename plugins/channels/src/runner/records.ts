import { hostname } from "node:os";
import { defineCollection, oneOf, type Reads, type Static, T } from "@postern/core";
import { type Standing, standingOf } from "@postern/core/process";
import { AdapterState, Outbound } from "../schemas.ts";

/** There is one of each. */
export const ONE = "runner";

/** How long one on another machine, of whose processes nothing is known here, counts as alive without a word. */
const SILENT = 30_000;

const Mark = { pid: T.Integer(), start: T.Optional(T.String()) };

/** The process that is the runner: whoever holds the claim opens adapters, and nobody else. */
const ClaimRecord = T.Object({
  ...Mark,
  id: T.String(),
  host: T.String(),
  /** Unix milliseconds. */
  startedAt: T.Number(),
});
export type Claim = Static<typeof ClaimRecord>;
export const claims = defineCollection("channels.claim", { schema: ClaimRecord, key: () => [ONE] });

/** What the runner last said of itself: apart from the claim, which is rarely written. */
const BeatRecord = T.Object({
  claim: T.String(),
  at: T.Number(),
  adapters: T.Array(AdapterState),
  outbound: Outbound,
});
export type Beat = Static<typeof BeatRecord>;
export const beats = defineCollection("channels.beat", { schema: BeatRecord, key: () => [ONE] });

/** Whether there is to be a runner, and who was told to keep it up. */
const WishRecord = T.Object({
  desired: T.Optional(oneOf("running", "stopped")),
  supervisor: T.Optional(T.Object(Mark)),
  /** Whether pm2 was, which then has to be told again. */
  isWithPm2: T.Optional(T.Boolean()),
  /** The death that was told last. */
  told: T.Optional(T.String()),
});
export type Wish = Static<typeof WishRecord>;
export const wishes = defineCollection("channels.wish", { schema: WishRecord, key: () => [ONE] });

/** Whose turn it is to start or stop the runner. */
const TurnRecord = T.Object({ ...Mark, id: T.String(), host: T.String(), until: T.Number() });
export type Turn = Static<typeof TurnRecord>;
export const turns = defineCollection("channels.turn", { schema: TurnRecord, key: () => [ONE] });

/** Whether the process behind a claim lives; of another machine's it is judged by its last word. */
export async function standingOfClaim(store: Reads, claim: Claim, now: number): Promise<Standing> {
  const here = claim.host === hostname() ? standingOf(claim) : "unknown";
  if (here !== "unknown") return here;
  const beat = await store.get(beats, ONE);
  const last = beat?.claim === claim.id ? beat.at : claim.startedAt;
  return now - last < SILENT ? "unknown" : "gone";
}

/** The runner's claim while its process lives: only then anything that it said still holds. */
export async function livingClaim(store: Reads, now: number): Promise<Claim | undefined> {
  const claim = await store.get(claims, ONE);
  return claim && (await standingOfClaim(store, claim, now)) !== "gone" ? claim : undefined;
}
