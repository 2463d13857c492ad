import { Pool } from "pg";
import { digestOf } from "./keys.ts";
import type { Outcome } from "./libsql-store.ts";
import { chatIds, type Message, messageOf, type Sent } from "./message.ts";

/** As many connections as a careful author would allow. */
const CONNECTIONS = 16;

/** The store that somebody would write for this one operation on PostgreSQL: each message one durable transaction. */
export async function openPgStore(url: string, token: string) {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query(`
    CREATE TABLE keys (digest text PRIMARY KEY, id text NOT NULL, scopes text NOT NULL, expires_at bigint, revoked_at bigint);
    CREATE TABLE chats (id text PRIMARY KEY, data text NOT NULL);
    CREATE TABLE messages (
      place bigserial PRIMARY KEY, id text NOT NULL, chat_id text NOT NULL, client_message_id text NOT NULL, data text NOT NULL
    );
    CREATE UNIQUE INDEX messages_by_id ON messages (id);
    CREATE UNIQUE INDEX messages_by_client_id ON messages (chat_id, client_message_id);
    CREATE INDEX messages_by_order ON messages (chat_id, place);
    CREATE TABLE events (number bigint PRIMARY KEY, type text, time bigint, source text, subject text, actor text, data text);
    CREATE TABLE chat_counts (chat_id text PRIMARY KEY, messages integer NOT NULL);
    CREATE TABLE actor_counts (chat_id text, actor_id text, messages integer NOT NULL, PRIMARY KEY (chat_id, actor_id));
  `);
  await pool.query("INSERT INTO keys VALUES ($1, 'ctx_bench', 'chats:*', NULL, NULL)", [digestOf(token)]);
  await pool.query("INSERT INTO chats SELECT id, '{}' FROM unnest($1::text[]) AS id", [chatIds]);

  async function send(sent: Sent, actor: string): Promise<Outcome> {
    const db = await pool.connect();
    const run = (name: string, text: string, values: unknown[] = []) => db.query({ name, text, values });
    try {
      await run("begin", "BEGIN");
      const outcome = await sendIn(run, sent, actor);
      await run("commit", "COMMIT");
      return outcome;
    } catch (error) {
      await run("rollback", "ROLLBACK");
      throw error;
    } finally {
      db.release();
    }
  }

  return {
    send,
    /** The id and the scopes of a key that may be used now. */
    async admit(token: string): Promise<{ id: string; scopes: string[] } | undefined> {
      const text = "SELECT id, scopes, expires_at, revoked_at FROM keys WHERE digest = $1";
      const { rows } = await pool.query({ name: "key", text, values: [digestOf(token)] });
      const [held] = rows;
      if (!held || held.revoked_at !== null || (held.expires_at !== null && Number(held.expires_at) <= Date.now()))
        return undefined;
      return { id: held.id, scopes: held.scopes.split(" ") };
    },
    close: () => pool.end(),
  };
}

type Run = (name: string, text: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }>;

async function sendIn(run: Run, sent: Sent, actor: string): Promise<Outcome> {
  const { rows: chat } = await run("chat", "SELECT 1 FROM chats WHERE id = $1", [sent.chatId]);
  if (chat.length === 0) return { refused: 404 };
  const before = "SELECT data FROM messages WHERE chat_id = $1 AND client_message_id = $2";
  const { rows: known } = await run("before", before, [sent.chatId, sent.clientMessageId]);
  if (known[0]) {
    const message = JSON.parse(known[0].data as string) as Message;
    const same = message.actorId === sent.actorId && message.content.text === sent.content;
    return same ? { disposition: "duplicate", message } : { refused: 409 };
  }
  const { rows } = await run("place", "SELECT nextval('messages_place_seq') AS place");
  const place = Number(rows[0]?.place);
  const message = messageOf(sent, place);
  await run("message", "INSERT INTO messages VALUES ($1, $2, $3, $4, $5)", [
    ...[place, message.id, message.chatId, message.clientMessageId, JSON.stringify(message)],
  ]);
  await run("event", "INSERT INTO events VALUES ($1, 'chats.message.created', $2, '/chats', $3, $4, $5)", [
    ...[place, message.createdAt, message.chatId, actor, JSON.stringify({ message })],
  ]);
  await run(
    "count",
    "INSERT INTO chat_counts VALUES ($1, 1) ON CONFLICT (chat_id) DO UPDATE SET messages = chat_counts.messages + 1",
    [message.chatId],
  );
  await run(
    "actor",
    "INSERT INTO actor_counts VALUES ($1, $2, 1) ON CONFLICT (chat_id, actor_id) DO UPDATE SET messages = actor_counts.messages + 1",
    [message.chatId, message.actorId],
  );
  return { disposition: "created", message };
}
