import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { makeCertificate } from "../run/certificate.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";

describe.skipIf(!has("openssl"))("postern serve over HTTPS (needs openssl)", () => {
  /** A user with a data folder, a certificate and its flags. */
  async function newServer() {
    const user = newUser();
    const { key } = await user.json("init");
    const made = makeCertificate(user.home);
    return { user, key, made, flags: ["--cert", made.certFile, "--key", made.keyFile] };
  }

  function whoami(url: string, key: string, ca: string): Promise<{ status: number | undefined; body: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", "content-length": 2 };
      request(`${url}/api/v1/context/whoami`, { method: "POST", ca, headers, agent: false }, async (answer) =>
        resolve({ status: answer.statusCode, body: await text(answer) }),
      )
        .on("error", reject)
        .end("{}");
    });
  }

  it("answers over HTTPS, and commands find and trust it", async () => {
    const { user, key, made, flags } = await newServer();
    const served = await user.serve("serve", flags);
    expect(served.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await whoami(served.url, key, made.cert)).status).toBe(200);
    await user.json("chats", "create", "--title", "Secure");
    expect((await user.json("chats", "list", "--gateway", served.url)).total).toBe(1);
    const byName = served.url.replace("127.0.0.1", "localhost");
    expect((await user.json("chats", "list", "--gateway", byName)).total).toBe(1);
    process.kill(served.pid, "SIGTERM");
    expect((await served.ended).code).toBe(0);
  });

  it("is trusted by commands with a certificate for another name", async () => {
    const { user } = await newServer();
    const { certFile, keyFile } = makeCertificate(user.home, ["gateway.example"], "named");
    user.configure({ tls: { cert: certFile, key: keyFile }, hosts: ["gateway.example"] });
    await user.serve();
    expect((await user.json("chats", "list")).total).toBe(0);
  });

  it("sends events to postern events stream", async () => {
    const { user, flags } = await newServer();
    await user.serve("serve", flags);
    const stream = user.launch(["events", "stream", "--type", "chats.**", "--after", "0.0", "--json"]);
    await user.run("chats", "create", "--title", "Heard");
    await until(() => expect(stream.output.out).toContain('"Heard"'));
  });

  it("is not trusted if another certificate is presented at its address", async () => {
    const { user, flags } = await newServer();
    const { pid } = await user.serve("serve", flags);
    const file = join(user.data, "gateways", `${pid}.json`);
    const { cert } = makeCertificate(user.home, ["localhost"], "foreign");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), certificate: cert }));
    const { code, err } = await user.run("chats", "list");
    expect([code, err]).toEqual([1, expect.stringMatching(/^Cannot connect to .*self-signed certificate/)]);
    process.kill(pid, "SIGKILL");
  });

  it("refuses an unusable certificate or key, with the reason", async () => {
    const { user, made } = await newServer();
    const foreign = makeCertificate(user.home, ["localhost"], "foreign");
    const noPem = join(user.home, "no.pem");
    writeFileSync(noPem, "hello\n");
    const broken = join(user.home, "broken.pem");
    writeFileSync(broken, "-----BEGIN CERTIFICATE-----\nhello\n-----END CERTIFICATE-----\n");
    const cases: [args: string[], code: number, says: string][] = [
      [["--cert", made.certFile], 2, "--cert and --key must be used together"],
      [["--cert", "gone.pem", "--key", made.keyFile], 1, `Cannot read the certificate ${user.home}/gone.pem: the file`],
      [["--cert", made.certFile, "--key", user.home], 1, `Cannot read the private key ${user.home}: it is a folder`],
      [["--cert", noPem, "--key", made.keyFile], 1, `The certificate ${noPem} is not in PEM format`],
      [["--cert", broken, "--key", made.keyFile], 1, `The certificate ${broken} does not start with a valid X.509`],
      [["--cert", made.certFile, "--key", broken], 1, `The private key ${broken} is not valid`],
      [["--cert", made.certFile, "--key", foreign.keyFile], 1, `${foreign.keyFile} does not match the certificate`],
    ];
    for (const [args, code, says] of cases) {
      const ended = await user.run("serve", "--port", "0", ...args);
      expect([ended.code, ended.err.trim().split("\n").length, ended.err]).toEqual([
        code,
        1,
        expect.stringContaining(says),
      ]);
    }
    user.configure({ tls: { cert: made.certFile } });
    expect((await user.run("serve")).err).toContain("tls must be an object such as");
  });

  it("warns about a private key that other users can read", async () => {
    const { user, made } = await newServer();
    const open = join(user.home, "open-key.pem");
    copyFileSync(made.keyFile, open);
    chmodSync(open, 0o644);
    const { output } = await user.serve("serve", ["--cert", made.certFile, "--key", open]);
    expect(output.err).toContain(
      `other users of this machine can read the private key ${open}. Run "chmod 600 ${open}"`,
    );
  });
});
