import { defineCollection, defineRecord, type Key, type Static, T } from "@postern/core";
import type { LeaderLease } from "@postern/kit/queue";
import { StoredHead } from "./schemas.ts";

const RequestRecord = T.Object({
  ...StoredHead.properties,
  /** Number of the commit that published the request; defines the order. */
  number: T.Integer(),
  /** Has no job until its worker is resumed. */
  isParked: T.Optional(T.Boolean()),
});
export type RequestRecord = Static<typeof RequestRecord>;

/** Index keys for each filter of a list, with and without the state, so that each filter reads one range. */
function viewsOf({ state, agentId, sessionName, sessionKey, target, number }: RequestRecord): Key[] {
  const chats = new Set([target.chatId, target.canonicalChatId]);
  const sessions = new Set([sessionName, sessionKey]);
  const named = [
    ["agent", agentId],
    ...[...sessions].map((session) => ["session", session]),
    ...[...chats].map((chat) => ["chat", chat]),
  ].filter((pair): pair is [string, string] => pair[1] !== undefined);
  return [
    ["all", number],
    ["state", state, number],
    ...named.flatMap(([kind, name]): Key[] => [
      [kind, name, number],
      [`${kind} and state`, name, state, number],
    ]),
  ];
}

export const requests = defineCollection("audio.request", {
  schema: RequestRecord,
  key: ({ id }) => [id],
  indexes: {
    byView: viewsOf,
    byJob: ({ job }) => (job === undefined ? undefined : [job]),
    byParked: ({ isParked, voice, number }) => (isParked ? [voice.provider, number] : undefined),
    byAge: ({ createdAt }) => [createdAt],
  },
});

/** Stored apart from the requests, so that lists and state changes do not read or write the text. */
export const texts = defineCollection("audio.text", {
  schema: T.Object({ id: T.String(), text: T.String() }),
  key: ({ id }) => [id],
});

/** The blobs that make up the sound of a request, in order. */
const SoundRecord = T.Object({ id: T.String(), type: T.String(), bytes: T.Integer(), parts: T.Array(T.String()) });
export type SoundRecord = Static<typeof SoundRecord>;

export const sounds = defineCollection("audio.sound", {
  schema: SoundRecord,
  key: ({ id }) => [id],
  indexes: { byPart: ({ parts }) => [...new Set(parts)].map((part) => [part]) },
});

/** Ids chosen by callers. They stay reserved with a digest of the request, even after the request is deleted. */
export const published = defineCollection("audio.published", {
  schema: T.Object({ id: T.String(), digest: T.String(), request: T.Unknown() }),
  key: ({ id }) => [id],
});

/** Providers whose worker is stopped until the reason is resolved. */
const StopRecord = T.Object({
  provider: T.String(),
  connectionId: T.Optional(T.String()),
  code: T.String(),
  reason: T.String(),
  at: T.Number(),
});
export type StopRecord = Static<typeof StopRecord>;

export const stops = defineCollection("audio.stop", { schema: StopRecord, key: ({ provider }) => [provider] });

/** Which process adds jobs for parked requests. */
export const resumeLease = defineRecord<LeaderLease>("audio.resume-lease");
