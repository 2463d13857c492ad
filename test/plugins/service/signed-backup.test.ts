import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { openBackup } from "@postern/service/backup";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-signed-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(data = newFolder()) {
  const fixture = await testGateway({ plugins: [chats(), service({ data })] });
  onTestFinished(fixture.stop);
  await fixture.gateway.call("chats.create", { title: "Earl Grey" });
  const file = (name: string) => join(data, "backups", name);
  const verify = (path: string, said: object = {}) => fixture.admin.post("service.backups.verify", { path, ...said });
  return { ...fixture, data, file, verify };
}

describe("a backup", () => {
  it("is signed with a private key that is created on first use", async () => {
    const { admin, data, file, verify } = await start();
    const { body } = await admin.post("service.backup", { path: "one" });
    expect(body).toMatchObject({ signer: expect.stringMatching(/^SHA256:[\w-]{43}$/), encrypted: false });
    expect(statSync(join(data, "signing-key.pem")).mode & 0o777).toBe(0o600);
    expect((await admin.post("service.backup", { path: "two" })).body.signer).toBe(body.signer);
    expect((await verify("one")).body).toMatchObject({
      records: body.records,
      blobs: 0,
      signer: { fingerprint: body.signer, isOwn: true },
    });
    const backup = await openBackup(file("one"));
    for await (const _ of backup.frames());
    expect(backup.signer()).toBe(body.signer);
    await backup.close();
  });

  it("shows the signer of another installation", async () => {
    const [fixture, other] = [await start(), await start()];
    await fixture.admin.post("service.backup", { path: "own" });
    const { body } = await other.admin.post("service.backup", { path: "theirs" });
    writeFileSync(fixture.file("theirs"), readFileSync(other.file("theirs")));
    expect((await fixture.verify("theirs")).body.signer).toEqual({ fingerprint: body.signer, isOwn: false });
  });

  it("is refused if its content was changed, even with valid checksums", async () => {
    const { admin, file, verify } = await start();
    await admin.post("service.backup", { path: "good" });
    const good = readFileSync(file("good"));
    const other = await start();
    await other.admin.post("service.backup", { path: "good" });
    const foreign = readFileSync(other.file("good"));
    // The end of one backup after the content of another: each frame alone is valid.
    const signatureAt = (bytes: Buffer) => bytes.lastIndexOf(Buffer.from('{"publicKey"')) - 9;
    const mixed = Buffer.concat([foreign.subarray(0, signatureAt(foreign)), good.subarray(signatureAt(good))]);
    writeFileSync(file("mixed"), mixed);
    expect(await verify("mixed")).toMatchObject({
      status: 409,
      body: { code: "service.backup_damaged", detail: expect.stringContaining("signature does not match") },
    });
    writeFileSync(file("stripped"), good.subarray(0, signatureAt(good)));
    expect(await verify("stripped")).toMatchObject({ status: 409, body: { code: "service.backup_damaged" } });
  });

  it("is not restored if it changes after it was checked", async () => {
    const [fixture, other] = [await start(), await start()];
    for (const { admin } of [fixture, other]) await admin.post("service.backup", { path: "one" });
    let bytes = readFileSync(fixture.file("one"));
    const source = {
      get size() {
        return bytes.length;
      },
      async *open() {
        yield bytes;
      },
      close: async () => {},
    };
    const backup = await openBackup(source);
    for await (const _ of backup.frames());
    bytes = readFileSync(other.file("one"));
    await expect(async () => {
      for await (const _ of backup.portions());
    }).rejects.toThrow("was changed while it was read");
  });

  it("is not created with a signing key that other users can read", async () => {
    const { admin, data, file } = await start();
    await admin.post("service.backup", { path: "one" });
    chmodSync(join(data, "signing-key.pem"), 0o644);
    expect(await admin.post("service.backup", { path: "two" })).toMatchObject({
      status: 503,
      body: { code: "service.backup_failed", detail: expect.stringContaining("is readable by other users") },
    });
    expect(existsSync(file("two"))).toBe(false);
  });
});

describe("an encrypted backup", () => {
  it("can be opened only by its recipients", async () => {
    const { admin, file, verify } = await start();
    const [one, two, stranger] = await Promise.all([1, 2, 3].map(() => generateX25519Identity()));
    const recipients = await Promise.all([one!, two!].map((identity) => identityToRecipient(identity)));
    const { body } = await admin.post("service.backup", { recipients });
    expect(body).toMatchObject({ path: expect.stringMatching(/\.backup\.age$/), encrypted: true });
    const name = body.path.slice("backups/".length);
    const bytes = readFileSync(file(name));
    expect(bytes.length).toBe(body.bytes);
    expect(bytes.includes("Earl Grey")).toBe(false);
    for (const identity of [one, two])
      expect((await verify(name, { identity: `# mine\n${identity}\n` })).body).toMatchObject({
        records: body.records,
        signer: { isOwn: true },
      });
    for (const said of [{}, { identity: stranger }, { passphrase: "a guess of mine" }, { identity: "ssh-ed25519 AAA" }])
      expect(await verify(name, said)).toMatchObject({ status: 409, body: { code: "service.backup_not_opened" } });
  });

  it("can be opened with its passphrase, which is in no log, event or plan", async () => {
    const { admin, file, gateway, logged, verify } = await start();
    const passphrase = "correct horse battery";
    const events: unknown[] = [];
    for (const { type } of gateway.manifest.events)
      gateway.on({ type, summary: "", data: {} as never }, (event) => void events.push(event));
    const planned = await admin.post("service.backup", { path: "locked", passphrase }, { "x-dry-run": "true" });
    expect(planned.body.plan.summary).toContain("encrypted with a passphrase");
    expect((await admin.post("service.backup", { path: "locked", passphrase })).status).toBe(200);
    expect((await verify("locked", { passphrase })).body.signer.isOwn).toBe(true);
    const byLibrary = new Decrypter();
    byLibrary.addPassphrase(passphrase);
    const clear = await byLibrary.decrypt(readFileSync(file("locked")));
    expect(Buffer.from(clear.subarray(0, 16)).toString()).toBe("postern backup 2");
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(10);
    writeFileSync(file("by-library"), await encrypter.encrypt(clear));
    expect((await verify("by-library", { passphrase })).status).toBe(200);
    expect((await verify("locked", { passphrase: `${passphrase}!` })).status).toBe(409);
    expect(inspect([events, logged, planned.body], { depth: 20 })).not.toContain(passphrase);
  });

  it("is refused if it is truncated or changed", async () => {
    const { admin, file, verify } = await start();
    const identity = await generateX25519Identity();
    await admin.post("service.backup", { path: "good", recipients: [await identityToRecipient(identity)] });
    const good = readFileSync(file("good"));
    for (let n = 1; n < 20; n++) {
      const at = Math.floor((good.length * n) / 20);
      writeFileSync(file("bad"), good.subarray(0, at));
      expect((await verify("bad", { identity })).status).toBe(409);
      const changed = Buffer.from(good);
      changed[at] = (changed[at] as number) ^ 0x01;
      writeFileSync(file("bad"), changed);
      expect((await verify("bad", { identity })).status).toBe(409);
    }
  });

  it.each([
    [{ recipients: ["age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q"] }, "/recipients"],
    [{ recipients: ["ssh-ed25519 AAAA"] }, "/recipients/0"],
    [{ passphrase: "short" }, "/passphrase"],
    [
      {
        passphrase: "long enough",
        recipients: ["age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"],
      },
      "/passphrase",
    ],
  ])("is refused for %j", async (said, path) => {
    const { admin } = await start();
    const { status, body } = await admin.post("service.backup", said);
    expect({ status, path: body.errors?.[0]?.path ?? body.issues?.[0]?.path }).toEqual({ status: 400, path });
  });

  it.skipIf(!has("age"))("is compatible with the program age in both directions", async () => {
    const { admin, data, file, verify } = await start();
    const keyFile = join(data, "me.key");
    execFileSync("age-keygen", ["-o", keyFile], { stdio: "ignore" });
    const recipient = execFileSync("age-keygen", ["-y", keyFile], { encoding: "utf8" }).trim();
    await admin.post("service.backup", { path: "locked", recipients: [recipient] });
    execFileSync("age", ["-d", "-i", keyFile, "-o", file("clear"), file("locked")]);
    const clear = await verify("clear");
    expect(clear.body.signer.isOwn).toBe(true);
    execFileSync("age", ["-r", recipient, "-o", file("again"), file("clear")]);
    expect((await verify("again", { identity: readFileSync(keyFile, "utf8") })).body).toEqual(clear.body);
  });
});
