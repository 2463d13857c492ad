import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { freePort } from "../run/port.ts";
import { has, pathOf } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { startCluster } from "../storage-drivers/postgres/cluster.ts";
import { newUser } from "../surfaces/postern.ts";

const folder = fileURLToPath(new URL("../../examples/several-gateways", import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const { services, volumes } = parse(read("compose.yaml"), { merge: true });
const NAMES = ["one", "two", "three"];

describe("the compose file", () => {
  it("mounts only what exists, and leaves the root of each gateway read-only", () => {
    for (const { volumes: mounts, ports = [] } of Object.values(services) as {
      volumes: string[];
      ports?: string[];
    }[]) {
      for (const [from = ""] of mounts.map((mount) => mount.split(":")))
        expect([from, from.startsWith(".") ? existsSync(join(folder, from)) : from in volumes]).toEqual([from, true]);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    for (const name of NAMES) {
      const { read_only, build, environment } = services[name];
      expect([read_only, environment.POSTERN_HOST_NAME]).toEqual([true, name]);
      expect(existsSync(join(folder, build.context, build.dockerfile))).toBe(true);
    }
  });

  it.skipIf(!has("postgresql") || !has("haproxy"))(
    "has gateways that join one store, behind its proxy (needs postgresql and haproxy)",
    async () => {
      const cluster = await startCluster();
      onTestFinished(() => cluster.stop());
      const store = cluster.database();
      const own = ["--config-file", join(folder, "postern.config.json"), "--host", "127.0.0.1"];
      const gateways: Awaited<ReturnType<ReturnType<typeof newUser>["serve"]>>[] = [];
      for (const name of NAMES) {
        const { environment } = services[name];
        expect(environment.POSTERN_BLOBS).toBe(environment.POSTERN_STORE);
        const env = { ...environment, POSTERN_STORE: store, POSTERN_BLOBS: store };
        gateways.push(await newUser().serve("start", own, env));
      }
      const [key, ...others] = gateways.map((gateway) => gateway.key);
      expect(others).toEqual([undefined, undefined]);

      const port = await freePort();
      const replaced = NAMES.reduce(
        (config, name, at) => config.replace(`${name}:4870`, new URL(gateways[at]?.url ?? "").host),
        read("compose.cfg").replace("bind :4870", `bind 127.0.0.1:${port}`),
      );
      const file = join(newUser().home, "haproxy.cfg");
      writeFileSync(file, replaced);
      const proxy = spawn(pathOf("haproxy"), ["-db", "-f", file], { stdio: "ignore" });
      onTestFinished(async () => {
        proxy.kill("SIGKILL");
        if (proxy.exitCode === null) await new Promise((gone) => proxy.once("close", gone));
      });
      const call = async (id: string, body: object) => {
        const headers = {
          host: "localhost:4870",
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
        };
        const options = { host: "127.0.0.1", port, method: "POST", path: `/api/v1/${id}`, headers };
        const response = await new Promise<IncomingMessage>((resolve, reject) =>
          request(options, resolve).on("error", reject).end(JSON.stringify(body)),
        );
        return { status: response.statusCode, body: JSON.parse(await text(response)) };
      };
      await until(async () => expect((await call("chats/create", { title: "Tea" })).status).toBe(200));
      const { gateways: found } = (await call("service/gateways/list", {})).body;
      expect(found.map(({ host }: { host: string }) => host).sort()).toEqual([...NAMES].sort());
    },
  );
});
