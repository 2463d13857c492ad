import { join } from "node:path";
import Database from "libsql";
import { digestOf } from "./keys.ts";
import { chatIds, type Message, messageOf, type Sent } from "./message.ts";

/** What became of a message that was sent: kept now, kept before, kept before with another text, or its chat is unknown. */
export type Outcome = { disposition: "created" | "duplicate"; message: Message } | { refused: 404 | 409 };

/**
 * The store that somebody would write for this one operation: SQLite in WAL mode, each message one durable transaction.
 * It keeps what the gateway keeps: the message, its client id (unique a chat), its place in the chat, the event, and the
 * counts a chat and a chat and actor.
 */
export function openStore(folder: string, token: string) {
  const db = new Database(join(folder, "store.db"));
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE keys (digest TEXT PRIMARY KEY, id TEXT NOT NULL, scopes TEXT NOT NULL, expires_at INTEGER, revoked_at INTEGER) WITHOUT ROWID;
    CREATE TABLE chats (id TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE messages (
      place INTEGER PRIMARY KEY, id TEXT NOT NULL, chat_id TEXT NOT NULL, client_message_id TEXT NOT NULL, data TEXT NOT NULL
    );
    CREATE UNIQUE INDEX messages_by_id ON messages (id);
    CREATE UNIQUE INDEX messages_by_client_id ON messages (chat_id, client_message_id);
    CREATE INDEX messages_by_order ON messages (chat_id, place);
    CREATE TABLE events (number INTEGER PRIMARY KEY, type TEXT, time INTEGER, source TEXT, subject TEXT, actor TEXT, data TEXT);
    CREATE TABLE chat_counts (chat_id TEXT PRIMARY KEY, messages INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE actor_counts (chat_id TEXT, actor_id TEXT, messages INTEGER NOT NULL, PRIMARY KEY (chat_id, actor_id)) WITHOUT ROWID;
  `);
  const key = db.prepare("SELECT id, scopes, expires_at, revoked_at FROM keys WHERE digest = ?");
  const chat = db.prepare("SELECT 1 FROM chats WHERE id = ?");
  const before = db.prepare("SELECT data FROM messages WHERE chat_id = ? AND client_message_id = ?");
  const last = db.prepare("SELECT max(place) AS place FROM messages");
  const putMessage = db.prepare("INSERT INTO messages VALUES (?, ?, ?, ?, ?)");
  const putEvent = db.prepare("INSERT INTO events VALUES (?, 'chats.message.created', ?, '/chats', ?, ?, ?)");
  const countChat = db.prepare(
    "INSERT INTO chat_counts VALUES (?, 1) ON CONFLICT DO UPDATE SET messages = messages + 1",
  );
  const countActor = db.prepare(
    "INSERT INTO actor_counts VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET messages = messages + 1",
  );

  db.prepare("INSERT INTO keys VALUES (?, 'ctx_bench', 'chats:*', NULL, NULL)").run(digestOf(token));
  db.transaction(() => {
    const put = db.prepare("INSERT INTO chats VALUES (?, ?)");
    for (const id of chatIds) put.run(id, JSON.stringify({ id, title: "" }));
  })();

  const send = db.transaction((sent: Sent, actor: string): Outcome => {
    if (!chat.get(sent.chatId)) return { refused: 404 };
    const kept = before.get(sent.chatId, sent.clientMessageId) as { data: string } | undefined;
    if (kept) {
      const message = JSON.parse(kept.data) as Message;
      const same = message.actorId === sent.actorId && message.content.text === sent.content;
      return same ? { disposition: "duplicate", message } : { refused: 409 };
    }
    const place = ((last.get() as { place: number | null }).place ?? 0) + 1;
    const message = messageOf(sent, place);
    putMessage.run(place, message.id, message.chatId, message.clientMessageId, JSON.stringify(message));
    putEvent.run(place, message.createdAt, message.chatId, actor, JSON.stringify({ message }));
    countChat.run(message.chatId);
    countActor.run(message.chatId, message.actorId);
    return { disposition: "created", message };
  });

  return {
    send,
    /** The id and the scopes of a key that may be used now. */
    admit(token: string): { id: string; scopes: string[] } | undefined {
      const held = key.get(digestOf(token)) as
        | { id: string; scopes: string; expires_at: number | null; revoked_at: number | null }
        | undefined;
      if (!held || held.revoked_at !== null || (held.expires_at !== null && held.expires_at <= Date.now()))
        return undefined;
      return { id: held.id, scopes: held.scopes.split(" ") };
    },
    close: () => db.close(),
  };
}
