import approvals from "@postern/approvals";
import channels from "@postern/channels";
import chats from "@postern/chats";
import context from "@postern/context";
import credentials from "@postern/credentials";
import { createSecret, signed } from "@postern/kit/outbound";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { type Host, openPair, type Side } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Two gateways with one vault and a webhook adapter, whose secret both know. */
async function opened() {
  let first: Host | undefined;
  const [a, b] = await openPair(cluster, (host) => {
    first ??= host;
    const { data, home } = first;
    return [credentials({ data, home, backend: "vault" }), channels(), chats(), context(), approvals()];
  });
  const secret = createSecret();
  await a.post("credentials.connections.create", { provider: "webhook", connection: "hook", secret });
  await a.post("channels.adapters.create", { id: "hook", kind: "webhook", connection: "hook", config: {} });

  /** Posts a message to the webhook of a gateway, and returns what has become of it. */
  async function deliver({ gateway }: Side, id: string, sender: string, text: string) {
    const body = JSON.stringify({ place: { id: "room" }, sender: { id: sender, name: sender }, text });
    const headers = { ...signed(id, Date.now(), body, [secret]), "content-type": "application/json" };
    const url = "http://localhost/channels/webhooks/hook";
    const response = await gateway.fetch(new Request(url, { method: "POST", headers, body }));
    const answer = (await response.json()) as { disposition?: string; chatId?: string; detail?: string };
    return { status: response.status, ...answer };
  }
  return { a, b, deliver };
}

describe.skipIf(!has("postgresql"))("what comes to both gateways at the same time", () => {
  it("is one message if a webhook is delivered twice", async () => {
    const { a, b, deliver } = await opened();
    const first = await deliver(a, "first", "ann", "Hello");
    expect(first.status).toBe(200);
    for (let round = 0; round < 10; round++) {
      const both = await Promise.all([a, b].map((side) => deliver(side, `w${round}`, "ann", `Hello ${round}`)));
      expect(both.map(({ disposition }) => disposition).sort()).toEqual(["created", "duplicate"]);
    }
    const { messages } = await b.post("chats.messages.list", { chatId: first.chatId });
    expect(messages).toHaveLength(11);
  });

  it("binds one person if two send the code of an offer", async () => {
    const { a, b, deliver } = await opened();
    const { chatId } = await deliver(a, "first", "ann", "Hello");
    const approver = await a.client(["approvals:decide"]);
    const { body } = await approver.post("approvals.identities.bind", { chatId });
    const { identity, code } = body;
    await Promise.all([deliver(a, "code-a", "ann", code), deliver(b, "code-b", "bob", code)]);
    const show = async () =>
      (await b.as(approver).post("approvals.identities.show", { id: identity.id })).body.identity;
    await until(async () => expect((await show()).status).toBe("answered"));
    const { sender } = await show();
    expect(["ann", "bob"]).toContain(sender.rawSenderId);
    await approver.post("approvals.identities.confirm", { id: identity.id });
    expect((await show()).sender).toEqual(sender);
  });
});
