import { defineCollection, type Key, type Static, T } from "@postern/core";
import { StoredHead } from "./schemas.ts";

const RequestRecord = T.Object({
  ...StoredHead.properties,
  /** Number of the commit that published it: its place in the order. */
  number: T.Integer(),
  /** Waits for its worker to go on. */
  isParked: T.Optional(T.Boolean()),
});
export type RequestRecord = Static<typeof RequestRecord>;

/** All that a list is narrowed by, with and without the state, so that each of them is one range. */
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

/** Apart from the requests: a state that changes, or a list, does not carry it along. */
export const texts = defineCollection("audio.text", {
  schema: T.Object({ id: T.String(), text: T.String() }),
  key: ({ id }) => [id],
});

/** Which blobs the sound of a request is, in order. */
const SoundRecord = T.Object({ id: T.String(), type: T.String(), bytes: T.Integer(), parts: T.Array(T.String()) });
export type SoundRecord = Static<typeof SoundRecord>;

export const sounds = defineCollection("audio.sound", {
  schema: SoundRecord,
  key: ({ id }) => [id],
  indexes: { byPart: ({ parts }) => [...new Set(parts)].map((part) => [part]) },
});

/** Ids that callers gave are theirs for good: what was asked under each, also when the request itself is no longer kept. */
export const published = defineCollection("audio.published", {
  schema: T.Object({ id: T.String(), digest: T.String(), request: T.Unknown() }),
  key: ({ id }) => [id],
});

/** Providers whose worker is stopped, until somebody does something about the reason. */
const StopRecord = T.Object({
  provider: T.String(),
  connectionId: T.Optional(T.String()),
  code: T.String(),
  reason: T.String(),
  at: T.Number(),
});
export type StopRecord = Static<typeof StopRecord>;

export const stops = defineCollection("audio.stop", { schema: StopRecord, key: ({ provider }) => [provider] });
