import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { until } from "../run/until.ts";
import { newUser } from "../surfaces/postern.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "examples/docker");
const { services, volumes } = parse(readFileSync(join(folder, "compose.yaml"), "utf8"));
const lines = readFileSync(join(folder, "Dockerfile"), "utf8")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const all = (word: string) =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
const last = (word: string) => all(word).at(-1) ?? "";

describe("the image", () => {
  it("copies only what exists, and runs the command line", () => {
    const copied = all("COPY")
      .filter((line) => line.startsWith("--from=build /app/"))
      .map((line) => line.split(" ")[1]?.replace("/app/", "") ?? "");
    expect(copied.length).toBeGreaterThan(0);
    for (const path of copied) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    const [program, , config] = JSON.parse(last("ENTRYPOINT"));
    expect(last("COPY")).toContain(config);
    const { name, bin } = JSON.parse(readFileSync(join(root, "plugins/cli/bundle/package.json"), "utf8"));
    expect([name, Object.keys(bin)]).toEqual([program, [program]]);
    expect(all("RUN").at(-1)).toBe(`ln -s /postern/bin/${program} /usr/local/bin/${program}`);
  });

  it("does not run as root, and stores data in volumes that its user can write", () => {
    expect(last("USER")).toBe("node");
    const owned = all("RUN").find((line) => line.includes("chown node:node")) ?? "";
    for (const volume of JSON.parse(last("VOLUME"))) expect(owned).toContain(` ${volume}`);
    expect(JSON.parse(last("VOLUME"))).toContain(/POSTERN_DATA=(\S+)/.exec(last("ENV"))?.[1]);
  });
});

describe("the compose file", () => {
  it("builds the image from the repository, and mounts only what exists", () => {
    const { build, volumes: mounts, ports } = services.gateway;
    expect(resolve(folder, build.context)).toBe(resolve(root));
    expect(existsSync(join(root, build.dockerfile))).toBe(true);
    for (const mount of mounts) {
      const [from, to] = mount.split(":");
      if (from.startsWith(".")) expect([from, existsSync(join(folder, from))]).toEqual([from, true]);
      else expect([from in volumes, JSON.parse(last("VOLUME"))]).toEqual([true, expect.arrayContaining([to])]);
    }
    expect(ports).toEqual(["127.0.0.1:4870:4870"]);
  });

  it("starts a gateway that answers for its hosts only, and is healthy", async () => {
    const user = newUser();
    const [, flag, config] = JSON.parse(last("ENTRYPOINT")) as string[];
    const args = [flag ?? "", join(folder, config?.split("/").at(-1) ?? ""), ...JSON.parse(last("CMD"))];
    const { output } = user.launch([...args, "--port", "0", "--json"]);
    await until(() => expect(output.out).toContain('"url"'));
    const port = new URL(JSON.parse(output.out).url).port;
    const status = async (host: string) => {
      const { request } = await import("node:http");
      return new Promise((resolve, reject) => {
        const options = { host: "127.0.0.1", port, path: "/health", headers: { host } };
        request(options, (response) => resolve(response.resume().statusCode))
          .on("error", reject)
          .end();
      });
    };
    expect(await status("gateway:4870")).toBe(200);
    expect(await status("localhost:4870")).toBe(200);
    expect(await status("127.0.0.1:4870")).toBe(200);
    expect(await status("evil.example:4870")).not.toBe(200);
  });
});
