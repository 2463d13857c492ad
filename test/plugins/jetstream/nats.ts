import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { onTestFinished } from "vitest";
import { freePort } from "../../run/port.ts";
import { program } from "../channels/servers/programs.ts";

/** A message as a consumer reads it. */
export interface Read {
  readonly id: string;
  readonly subject: string;
  readonly type: string;
  readonly text: string;
}

export interface NatsServer {
  readonly url: string;
  readonly port: number;
  /** Ends it with SIGKILL. `start` continues on the same folder and port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** A connection of the test. */
  client(options?: NodeConnectionOptions): Promise<{ connection: NatsConnection; manager: JetStreamManager }>;
  /** All messages of a stream, in order. */
  read(stream: string): Promise<Read[]>;
}

/** Starts nats-server with JetStream, with its data in a temporary folder. `config` is added to its configuration. */
export async function startNats(config = ""): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), "postern-nats-"));
  const port = await freePort();
  const file = join(folder, "nats.conf");
  writeFileSync(
    file,
    `host: 127.0.0.1\nport: ${port}\njetstream { store_dir: ${JSON.stringify(folder)} }\n${config}\n`,
  );
  const server = program("nats-server", ["-c", file], port);
  await server.start();
  onTestFinished(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const url = `nats://127.0.0.1:${port}`;

  async function client(options: NodeConnectionOptions = {}) {
    const connection = await connect({ servers: url, ...options });
    onTestFinished(() => connection.close());
    return { connection, manager: await jetstreamManager(connection, { checkAPI: false }) };
  }

  async function read(stream: string): Promise<Read[]> {
    const connection = await connect({ servers: url });
    try {
      const manager = await jetstreamManager(connection);
      const { state } = await manager.streams.info(stream);
      const found: Read[] = [];
      if (state.messages === 0) return found;
      const source = await manager.jetstream().consumers.get(stream);
      const messages = await source.fetch({ max_messages: state.messages, expires: 5_000 });
      for await (const message of messages) {
        const text = message.string();
        const id = message.headers?.get("Nats-Msg-Id") ?? "";
        found.push({ id, subject: message.subject, type: message.headers?.get("content-type") ?? "", text });
      }
      return found;
    } finally {
      await connection.close();
    }
  }

  return { url, port, kill: server.kill, start: server.start, client, read };
}
