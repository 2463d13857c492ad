import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUser } from "@nats-io/nkeys";
import { headers } from "@nats-io/transport-node";
import { testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import jetstream from "@postern/jetstream";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeCertificate } from "../../run/certificate.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { credentialsFile } from "./credentials-file.ts";
import { openGateway } from "./gateway.ts";
import { startNats } from "./nats.ts";

const bridge = { label: "Bells", stream: "EVENTS", types: ["jetstream.**"] };

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-js-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A gateway with a connection that has this secret. */
async function openWithSecret(secret: string) {
  const gateway = await testGateway({
    plugins: [credentials({ backend: "vault", data: temporary(), home: temporary() }), jetstream()],
  });
  onTestFinished(() => gateway.stop());
  const created = await gateway.admin.post("credentials.connections.create", {
    ...{ provider: "nats", connection: "main", backend: "vault", secret },
  });
  expect(created.body.connection).toMatchObject({ provider: "nats" });
  return gateway;
}

describe.skipIf(!has("nats-server"))("a server that needs a secret", () => {
  const { publicKey, seed } = nkey();
  const { config: operated, file } = credentialsFile();
  it.each([
    ["a token", 'authorization { token: "s3cret-token" }', "s3cret-token", {}],
    ["a password", 'authorization { user: ann, password: "s3cret-word" }', "s3cret-word", { user: "ann" }],
    ["a credentials file", operated, file, {}],
    ["an nkey", `authorization { users: [{ nkey: ${publicKey} }] }`, seed, {}],
  ])("is used with %s, which is never shown", async (_kind, config, secret, more) => {
    const nats = await startNats(config);
    const { admin, logged } = await openWithSecret(secret);
    const reply = await admin.post("jetstream.bridges.create", {
      ...{ ...bridge, servers: [nats.url], connection: "main", ...more },
    });
    expect(reply.body.bridge).toMatchObject({ connection: "main" });
    const { id } = reply.body.bridge;
    const provisioned = await admin.post("jetstream.bridges.provision", { id, execute: true });
    expect(provisioned.body).toEqual({ stream: "EVENTS", result: "created" });
    const shown = async () => (await admin.post("jetstream.bridges.show", { id })).body;
    await until(async () => expect((await shown()).bridge).toMatchObject({ state: "connected", published: 1 }));
    expect(JSON.stringify([await shown(), provisioned.body, logged])).not.toContain(secret);
  });

  it("reports that the secret is refused", async () => {
    const nats = await startNats('authorization { token: "right" }');
    const { admin } = await openWithSecret("wrong-token");
    const input = { ...bridge, servers: [nats.url], connection: "main" };
    const { id } = (await admin.post("jetstream.bridges.create", input)).body.bridge;
    const { status, body } = await admin.post("jetstream.bridges.send-test", { id, execute: true });
    expect([status, body.code]).toEqual([503, "jetstream.server_failed"]);
    expect(body.detail).toContain("Authorization Violation");
    expect(JSON.stringify(body)).not.toContain("wrong-token");
  });

  it("gets the secret only if the caller may use the connection, and only at its own address", async () => {
    const { admin, client } = await openWithSecret("secret-of-admin");
    const stranger = await client(["jetstream:*"]);
    const input = { ...bridge, servers: ["nats://127.0.0.1:1"], connection: "main" };
    expect((await stranger.post("jetstream.bridges.create", input)).status).toBe(403);
    const { id } = (await admin.post("jetstream.bridges.create", input)).body.bridge;
    const moved = await admin.post("jetstream.bridges.update", { id, servers: ["nats://127.0.0.1:2"] });
    expect([moved.status, moved.body.issues?.[0]?.path]).toEqual([400, "/connection"]);
    const other = await admin.post("jetstream.bridges.create", { ...input, servers: ["nats://127.0.0.1:2"] });
    expect(other.body.code).toBe("credentials.connection_bound");
    const unknown = await admin.post("jetstream.bridges.create", { ...input, connection: "other" });
    expect([unknown.status, unknown.body.code]).toEqual([404, "jetstream.connection_unknown"]);
  });
});

describe.skipIf(!has("nats-server"))("the address of a server", () => {
  it("is only used without TLS on this machine, in private networks or on request", async () => {
    const { admin } = await openGateway();
    const create = async (server: string, more = {}) =>
      (await admin.post("jetstream.bridges.create", { ...bridge, servers: [server], ...more })).body;
    for (const server of ["nats://localhost", "nats://127.0.0.1:4222", "nats://10.1.2.3", "nats://[::1]:4222"])
      expect((await create(server)).bridge).toBeDefined();
    for (const server of ["nats://nats.example.com", "nats://8.8.8.8:4222"]) {
      expect((await create(server)).code).toBe("jetstream.server_refused");
      expect((await create(server, { plain: true })).bridge).toBeDefined();
    }
    expect((await create("tls://nats.example.com")).bridge).toBeDefined();
    expect((await create("nats://ann:secret@localhost")).code).toBe("gateway.invalid_input");
    expect((await create("nats://localhost:70000")).code).toBe("jetstream.server_refused");
  });

  it("is used with TLS only if its certificate is trusted", async () => {
    const folder = temporary();
    const { certFile, keyFile, cert } = makeCertificate(folder);
    const nats = await startNats(`tls { cert_file: "${certFile}", key_file: "${keyFile}" }`);
    const { ok, admin } = await openGateway();
    const server = nats.url.replace("nats://127.0.0.1", "tls://localhost");
    const created = await ok("jetstream.bridges.create", { ...bridge, servers: [server] });
    const reply = await admin.post("jetstream.bridges.send-test", { id: created.bridge.id, execute: true });
    expect(reply.body.detail).toMatch(/self-signed certificate/);
    const { bridge: trusting } = await ok("jetstream.bridges.create", { ...bridge, servers: [server], ca: cert });
    const done = await ok("jetstream.bridges.provision", { id: trusting.id, execute: true });
    expect(done).toEqual({ stream: "EVENTS", result: "created" });
  });

  it("that begins with tls is not used without TLS", async () => {
    const nats = await startNats();
    const { ok, admin } = await openGateway();
    const server = nats.url.replace("nats://", "tls://");
    const created = await ok("jetstream.bridges.create", { ...bridge, servers: [server] });
    const reply = await admin.post("jetstream.bridges.send-test", { id: created.bridge.id, execute: true });
    expect([reply.status, reply.body.code]).toEqual([503, "jetstream.server_failed"]);
  });
});

function nkey() {
  const pair = createUser();
  return { publicKey: pair.getPublicKey(), seed: new TextDecoder().decode(pair.getSeed()) };
}

describe.skipIf(!has("nats-server"))("a user of the server with few rights", () => {
  it("can publish events, and execute commands", async () => {
    const nats = await startNats(`authorization { users: [
      { user: admin, password: admin }
      { user: out, password: out, permissions: { publish: ["postern.events.>"], subscribe: ["_INBOX.>"] } }
      { user: in, password: in, permissions: {
        publish: ["$JS.API.CONSUMER.>", "$JS.ACK.>", "_INBOX.>"], subscribe: ["_INBOX.>"] } }
    ] }`);
    const { manager, connection } = await nats.client({ user: "admin", pass: "admin" });
    await manager.streams.add({ name: "EVENTS", subjects: ["postern.events.>"] });
    await manager.streams.add({ name: "COMMANDS", subjects: ["postern.commands.>"] });
    await manager.consumers.add("COMMANDS", { durable_name: "postern", ack_policy: "explicit" });
    const { admin } = await openWithSecret("out");
    const secret = { provider: "nats", connection: "in", backend: "vault", secret: "in" };
    await admin.post("credentials.connections.create", secret);
    const servers = [nats.url];
    const out = await admin.post("jetstream.bridges.create", { ...bridge, servers, user: "out", connection: "main" });
    const into = await admin.post("jetstream.consumers.create", {
      ...{ label: "In", servers, user: "in", connection: "in", stream: "COMMANDS", filter: "postern.commands.>" },
      operations: ["jetstream.bridges.list"],
    });
    const answers: string[] = [];
    connection.subscribe("_INBOX.me", { callback: (_error, message) => void answers.push(message.string()) });
    const header = headers();
    header.set("Postern-Reply-To", "_INBOX.me");
    const body = JSON.stringify({ operation: "jetstream.bridges.list" });
    await manager.jetstream().publish("postern.commands.list", body, { headers: header });
    await until(() => expect(answers).toHaveLength(1));
    expect(JSON.parse(answers[0] ?? "")).toMatchObject({ status: "done", output: { bridges: [] } });
    const shown = async () => (await admin.post("jetstream.bridges.show", { id: out.body.bridge.id })).body.bridge;
    await until(async () => expect((await shown()).published).toBeGreaterThanOrEqual(2));
    const consumer = await admin.post("jetstream.consumers.show", { id: into.body.consumer.id });
    expect(consumer.body.consumer).toMatchObject({ state: "connected", dead: 0 });
  });
});
