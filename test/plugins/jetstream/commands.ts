import { jetstream as jetstreamOf } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { expect } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";
import type { NatsServer } from "./nats.ts";

interface Sending {
  readonly id?: string;
  readonly reply?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Publishes commands, and collects the answers to them. */
export async function openSender(nats: NatsServer, inbox = "_INBOX.test.answers") {
  const { connection, manager } = await nats.client();
  const answers: Answer[] = [];
  connection.subscribe(inbox, {
    callback: (_error, message) =>
      void answers.push({ ...message.json<Answer>(), at: message.headers?.get("Nats-Msg-Id") }),
  });
  await connection.flush();
  async function send(body: unknown, { id, reply = inbox, headers: more = {} }: Sending = {}) {
    const header = headers();
    if (reply !== "") header.set("Postern-Reply-To", reply);
    for (const [name, value] of Object.entries(more)) header.set(name, value);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const options = { headers: header, ...(id !== undefined && { msgID: id }) };
    return jetstreamOf(connection).publish("postern.commands.bells", text, options);
  }
  return { connection, manager, answers, send };
}
export interface Answer {
  id: string;
  status: string;
  output?: unknown;
  plan?: { summary: string };
  error?: { code: string; status: number; message: string };
  at?: string | undefined;
}

const everything = ["bells.ring", "bells.melt", "bells.fail"];

/** A gateway with a consumer of COMMANDS. */
export async function openConsumer(nats: NatsServer, more: object = {}, url = nats.url) {
  const gateway = await openGateway();
  const input = { label: "Commands", servers: [url], stream: "COMMANDS", filter: "postern.commands.>" };
  const { consumer } = await gateway.ok("jetstream.consumers.create", {
    ...input,
    ...{ operations: everything, deadLetterSubject: "postern.dead", ...more },
  });
  const provisioned = await gateway.ok("jetstream.consumers.provision", { id: consumer.id, execute: true });
  const show = async () => (await gateway.ok("jetstream.consumers.show", { id: consumer.id })).consumer;
  await until(async () => expect((await show()).state).toBe("connected"));
  return { ...gateway, id: consumer.id as string, consumer, provisioned, show };
}

export const pendingIn = async ({ manager }: Awaited<ReturnType<typeof openSender>>) => {
  const { num_ack_pending, num_pending } = await manager.consumers.info("COMMANDS", "postern");
  return num_ack_pending + num_pending;
};
