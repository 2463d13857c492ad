import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chats from "@postern/chats";
import context from "@postern/context";
import { listen } from "@postern/core/server";
import events from "@postern/events";
import service from "@postern/service";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeCertificate } from "../run/certificate.ts";
import { freePort } from "../run/port.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { post } from "./balanced.ts";
import { follow } from "./follow.ts";
import { startProxy } from "./haproxy.ts";
import { load } from "./load.ts";
import { openPair } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Two gateways of this process that listen behind a proxy, and a function that drains one. */
async function opened(certificate?: string) {
  const sides = await openPair(cluster, () => [chats(), context(), events(), service()]);
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const listening = await Promise.all(
    sides.map(({ gateway }) => listen(gateway, { port: 0, hosts: [host], trustedProxy: true })),
  );
  onTestFinished(async () => {
    await Promise.all(listening.map(({ close }) => close({ grace: 0 })));
  });
  const proxy = await startProxy(
    listening.map(({ url }) => url),
    { port, host, ...(certificate !== undefined && { certificate }) },
  );
  const [{ admin }] = sides;
  const url = `http://${host}`;
  const { chat } = await sides[0].post("chats.create", { title: "Tea" });
  const say = (id: string) =>
    post(url, admin.key, "chats.messages.create", {
      chatId: chat.id,
      actorId: "ada",
      clientMessageId: id,
      content: id,
    });
  return {
    ...{ sides, listening, proxy, url, say, key: admin.key },
    async drain(at: 0 | 1): Promise<void> {
      const { gateways } = await sides[at].post("service.gateways.list");
      const { id } = gateways.find(({ isSelf }: { isSelf: boolean }) => isSelf);
      await sides[at].post("service.gateways.drain", { id });
      await until(async () => expect(await proxy.isUp(at)).toBe(false));
    },
  };
}

describe.skipIf(!(has("postgresql") && has("haproxy")))("gateways behind a proxy", () => {
  it.runIf(has("openssl"))("are called over HTTPS, and believe only the headers of the proxy", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tls-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { key, cert } = makeCertificate(folder);
    const file = join(folder, "both.pem");
    writeFileSync(file, key + cert);
    const { url, key: token } = await opened(file);
    const address = url.replace("http:", "https:");
    const headers = {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...{ origin: address, "x-forwarded-host": "other.example" },
    };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${address}/api/v1/context/whoami`, { method: "POST", ca: cert, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on("error", reject).end("{}");
    });
    expect(status).toBe(200);
  });
});

describe.skipIf(!(has("postgresql") && has("haproxy")))("a gateway that is drained before it is stopped", () => {
  it("loses no request, and none that is in progress", async () => {
    const { drain, listening, sides, say, proxy } = await opened();
    const writing = load(say, 8);
    await until(() => expect(writing.answered()).toBeGreaterThan(50));
    await drain(0);
    const before = await proxy.requestsTo(0);
    const then = writing.answered();
    await until(() => expect(writing.answered()).toBeGreaterThan(then + 50));
    expect(await proxy.requestsTo(0)).toBe(before);
    await listening[0]?.close();
    await sides[0].gateway.stop();
    const later = writing.answered();
    await until(() => expect(writing.answered()).toBeGreaterThan(later + 50));
    expect(await writing.stop()).toEqual([]);
  });

  it("has no stream of events left, because its clients continue at the other one", async () => {
    const { drain, sides, say, url, key } = await opened();
    const all = Array.from({ length: 4 }, () => follow(url, key));
    const texts = () => all.map(({ texts }) => texts);
    const open = async (at: 0 | 1) => (await sides[at].post("service.status")).streams.open;
    await until(async () => expect((await open(0)) + (await open(1))).toBe(4));
    expect(await open(0)).toBe(2);
    await say("before");
    await until(() => expect(texts()).toEqual(Array(4).fill(["before"])));
    await drain(0);
    await until(async () => expect([await open(0), await open(1)]).toEqual([0, 4]), 20_000);
    await say("after");
    await until(() => expect(texts()).toEqual(Array(4).fill(["before", "after"])));
  });
});
