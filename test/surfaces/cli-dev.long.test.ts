import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { makeCertificate } from "../run/certificate.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { call, greetingJs, greetingTs, newAuthor, sent } from "./author.ts";

describe("postern dev", () => {
  it.each(["ts", "js"] as const)("serves a plugin of %s files, and restarts when one changes", async (kind) => {
    const author = newAuthor(kind);
    const { url, key, output, send } = await author.dev();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await sent(url, key)).toBe("Hello you");
    author.write(`src/greeting.${kind}`, (kind === "ts" ? greetingTs : greetingJs)("Welcome"));
    await until(async () => expect(await sent(url, key)).toBe("Welcome you"));
    await until(() => expect(output.err).toContain(`greetings/src/greeting.${kind} changed`));
    expect(await send()).toBe("Welcome you");
  });

  it("keeps records and the key across restarts, ends streams, and removes its files", async () => {
    const author = newAuthor();
    const { url, key, output, run, data, pid, ended } = await author.dev(["greetings"]);
    expect((await run("chats", "create", "--title", "Kept")).code).toBe(0);
    const stream = await fetch(`${url}/api/v1/events/stream`, { headers: { authorization: `Bearer ${key}` } });
    author.write("src/greeting.ts", greetingTs("Welcome"));
    // Resolves when the stream has ended.
    await stream.text();
    await until(() => expect(author.restarts(output.err)).toBe(1));
    expect(JSON.parse((await run("chats", "list")).out).total).toBe(1);
    expect(existsSync(author.data)).toBe(false);
    process.kill(pid, "SIGTERM");
    expect((await ended).code).toBe(0);
    expect(existsSync(data)).toBe(false);
  });

  it("answers calls during a restart", async () => {
    const author = newAuthor();
    const { url, key, output } = await author.dev();
    author.write("src/greeting.ts", greetingTs("Welcome"));
    const answers = new Set<number>();
    while (author.restarts(output.err) === 0) answers.add((await call(url, key, "greetings/send")).status);
    expect([...answers]).toEqual([200]);
  });

  it("shows a syntax error with its location and keeps running until it is fixed", async () => {
    const author = newAuthor();
    const { url, key, output } = await author.dev();
    author.write("src/greeting.ts", "export const other = 1;\nexport const greeting = = 2;\n");
    const fault = /^greetings\/src\/greeting\.ts:2:\d+: ParseError: Unexpected token\nThe gateway keeps running/m;
    await until(() => expect(output.err).toMatch(fault));
    expect(await sent(url, key)).toBe("Hello you");
    author.write("src/greeting.ts", "interface A {\n  b: string;\n}\nexport const greeting = (missing as A).b;\n");
    await until(() =>
      expect(output.err).toMatch(/^greetings\/src\/greeting\.ts:4:\d+: ReferenceError: missing is not defined/m),
    );
    author.write("src/greeting.ts", greetingTs("Welcome"));
    await until(async () => expect(await sent(url, key)).toBe("Welcome you"));
  });

  it("waits for a change if the plugin cannot be loaded at startup", async () => {
    const author = newAuthor();
    author.write("src/greeting.ts", "export const greeting = ;\n");
    const { output } = author.launch(["dev", "greetings", "--port", "0", "--json"]);
    await until(() => expect(output.err).toMatch(/greetings\/src\/greeting\.ts:1:\d+: .*\nWaiting for a change/));
    expect(output.out).toBe("");
    author.write("src/greeting.ts", greetingTs("Hello"));
    await until(() => expect(output.out).toContain('"url"'));
    const { url, key } = JSON.parse(output.out) as { url: string; key: string };
    expect(await sent(url, key)).toBe("Hello you");
  });

  it("passes the configuration to the plugin, and restarts when it changes", async () => {
    const author = newAuthor();
    const config = (name: string) => ({ plugins: { context: true, greetings: { name } }, pluginsOnly: true });
    author.configure(config("Ada"));
    const { url, key } = await author.dev();
    expect(await sent(url, key)).toBe("Hello Ada");
    author.configure(config("Bob"));
    await until(async () => expect(await sent(url, key)).toBe("Hello Bob"));
    expect((await call(url, key, "chats/list")).status).toBe(404);
  });

  it("serves the plugins imported by a configuration if no source is named", async () => {
    const author = newAuthor();
    author.configure(
      'import greetings from "./greetings/src/index.ts";\nexport default { plugins: { context: true, greetings: greetings() }, pluginsOnly: true };\n',
    );
    writeFileSync(join(author.home, "package.json"), "{}");
    const { url, key } = await author.dev([]);
    expect(await sent(url, key)).toBe("Hello you");
    author.write("src/greeting.ts", greetingTs("Welcome"));
    await until(async () => expect(await sent(url, key)).toBe("Welcome you"));
  });

  it("keeps a data folder named by a flag, and saves its key", async () => {
    const author = newAuthor();
    const data = join(author.home, "kept");
    const first = await author.dev(["greetings", "--data", data]);
    author.write("src/greeting.ts", greetingTs("Welcome"));
    await until(async () => expect(await sent(first.url, first.key)).toBe("Welcome you"));
    expect((await author.run("chats", "create", "--title", "Kept", "--data", data)).code).toBe(0);
    process.kill(first.pid, "SIGTERM");
    await first.ended;
    const second = await author.dev(["greetings", "--data", data]);
    expect(second.key).toBeUndefined();
    expect((await author.json("chats", "list", "--data", data)).total).toBe(1);
  });

  it("prints its URLs, and the key once", async () => {
    const author = newAuthor();
    const { output } = author.launch(["dev", "greetings", "--port", "0"]);
    await until(() => expect(output.out).toContain("npx postern"));
    expect(output.out).toMatch(/Local: +http:\/\/127\.0\.0\.1:\d+\n/);
    expect(output.out).toContain("use --host to expose");
    author.write("src/greeting.ts", greetingTs("Welcome"));
    await until(() => expect(author.restarts(output.err)).toBe(1));
    expect(output.out.match(/^ {2}rctx_/gm)).toHaveLength(1);
  });

  it("is reachable from other machines only with --host, at the printed addresses", async () => {
    const author = newAuthor();
    const own = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
    const address = own.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
    const { output } = author.launch(["dev", "greetings", "--port", "0", "--host", "0.0.0.0", "--qr"]);
    await until(() => expect(output.out).toContain("npx postern"));
    const urls = [...output.out.matchAll(/(?:Local|Network): +(http:\S+)/g)].map(([, url]) => url as string);
    if (address !== undefined) {
      expect(urls.some((url) => url.includes(address))).toBe(true);
      expect(output.out).toContain("█");
    }
    for (const url of urls) expect((await fetch(`${url}/health`)).status).toBe(200);
    const port = new URL(urls[0] as string).port;
    const rebound = await call(`http://127.0.0.1:${port}`, "", "context/whoami", { origin: "https://evil.example" });
    expect(rebound.status).toBe(403);
  });

  it("opens the browser", async () => {
    const author = newAuthor();
    const shown = join(author.home, "shown");
    const browser = join(author.home, "browser");
    writeFileSync(browser, `#!/bin/sh\necho "$1" > ${shown}\n`, { mode: 0o755 });
    const { url } = await author.dev(["greetings", "--open"], { BROWSER: browser, PATH: "/usr/bin:/bin" });
    await until(() => expect(readFileSync(shown, "utf8")).toBe(`${url}\n`));
  });

  it("refuses an invalid source, with an error in one line", async () => {
    const author = newAuthor();
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((ready) => taken.once("listening", ready));
    const { port } = taken.address() as { port: number };
    const cases: [args: string[], code: number, says: string][] = [
      [[], 2, "Name the source of a plugin"],
      [["gone.ts"], 2, "/gone.ts does not exist"],
      [["node_modules/@postern"], 2, "contains none of src/index.ts"],
      [["greetings", "--port", String(port)], 1, `Cannot listen on 127.0.0.1 port ${port}: the port is in use`],
      [["greetings", "--port", "6000"], 1, "Browsers block port 6000"],
      [["greetings", "--store", "fs:here"], 2, "--store requires --data"],
    ];
    for (const [args, code, says] of cases) {
      const ended = await author.run("dev", ...args);
      expect([ended.code, ended.err.trim().split("\n").length]).toEqual([code, 1]);
      expect(ended.err).toContain(says);
    }
    taken.close();
  });
});

describe("postern dev over HTTPS", () => {
  function whoami(url: string, key: string, ca: string, origin: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": 2,
        origin,
      };
      request(`${url}/api/v1/context/whoami`, { method: "POST", ca, headers, agent: false }, async (answer) =>
        resolve(`${answer.statusCode} ${await text(answer)}`),
      )
        .on("error", reject)
        .end("{}");
    });
  }

  it("generates a certificate that commands trust", async () => {
    const author = newAuthor();
    const { url, pid, data, send } = await author.dev(["greetings", "--https"]);
    expect(url).toMatch(/^https:/);
    expect(await send()).toBe("Hello you");
    const cert = readFileSync(join(data, "certificate.pem"), "utf8");
    expect(JSON.parse(readFileSync(join(data, "gateways", `${pid}.json`), "utf8")).certificate).toBe(cert);
    author.write("src/greeting.ts", greetingTs("Welcome"));
    await until(async () => expect(await send()).toBe("Welcome you"));
  });

  it.skipIf(!has("openssl"))("uses a given certificate, and accepts its own origin (needs openssl)", async () => {
    const author = newAuthor();
    const { certFile, keyFile, cert } = makeCertificate(author.home);
    const { url, key, send } = await author.dev(["greetings", "--cert", certFile, "--key", keyFile]);
    expect(await send()).toBe("Hello you");
    const byName = url.replace("127.0.0.1", "localhost");
    expect(await whoami(byName, key, cert, byName)).toMatch(/^200 /);
    expect(await whoami(url, key, cert, "https://evil.example")).toMatch(/^403 /);
  });
});
