import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createBackupWriter, openBackup } from "@postern/service/backup";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

async function settled() {
  const user = newUser();
  await user.run("init");
  await user.json("chats", "create", "--title", "Tea");
  const titles = async () =>
    (await user.json("chats", "list")).chats.map(({ title }: { title: string }) => title) as string[];
  return { user, titles };
}

/** The records of a backup in the format of earlier versions. */
async function unsigned(from: string, to: string) {
  const backup = await openBackup(from);
  const file = await open(to, "wx");
  const writer = await createBackupWriter(file, backup.header);
  for await (const { kind, name, value } of backup.frames())
    await (kind === "record" ? writer.record(name, value.toString()) : writer.blob(name, value));
  await writer.end();
  await file.close();
  await backup.close();
}

describe("postern restore", () => {
  it("accepts backups of this installation, and others only with their fingerprint", async () => {
    const [{ user, titles }, other] = [await settled(), await settled()];
    await other.user.json("chats", "create", "--title", "Theirs");
    const { signer } = await other.user.json("service", "backup", "--path", "theirs.backup");
    const own = await user.json("service", "backup", "--path", "own.backup");
    cpSync(join(other.user.data, "backups/theirs.backup"), join(user.data, "backups/theirs.backup"));

    const refused = await user.run("restore", "theirs.backup", "--force");
    expect(refused).toMatchObject({ code: 4, err: expect.stringContaining(`--accept-signer ${signer}`) });
    expect(refused.err).toContain(own.signer);
    const wrong = await user.run("restore", "theirs.backup", "--force", "--accept-signer", own.signer);
    expect(wrong.code).toBe(4);
    expect(await titles()).toEqual(["Tea"]);
    expect(readdirSync(user.data).filter((name) => name.startsWith("store"))).toEqual(["store"]);

    expect((await user.run("restore", "own.backup", "--force")).code).toBe(0);
    expect((await user.run("restore", "theirs.backup", "--force", "--accept-signer", signer)).code).toBe(0);
  });

  it("accepts an unsigned backup of an earlier version only with --accept-unsigned", async () => {
    const { user, titles } = await settled();
    const { path } = await user.json("service", "backup");
    await unsigned(join(user.data, path), join(user.home, "old.backup"));
    await user.json("chats", "create", "--title", "Late");
    const refused = await user.run("restore", "old.backup", "--force");
    expect(refused).toMatchObject({ code: 4, err: expect.stringContaining("--accept-unsigned") });
    expect((await user.run("restore", "old.backup", "--force", "--accept-unsigned")).code).toBe(0);
    expect(await titles()).toEqual(["Tea"]);
  });

  it("opens an encrypted backup with an identity or passphrase, also without a folder", async () => {
    const { user, titles } = await settled();
    const identity = await generateX25519Identity();
    const files = { identity: join(user.home, "me.key"), passphrase: join(user.home, "word") };
    writeFileSync(files.identity, `# created: today\n${identity}\n`);
    writeFileSync(files.passphrase, "correct horse battery\n");
    const recipient = await identityToRecipient(identity);
    await user.json("service", "backup", "--path", "a.age", "--recipients", recipient);
    const { signer } = await user.json(
      ...["service", "backup", "--path", "b.age", "--passphrase-file", files.passphrase],
    );
    await user.json("chats", "create", "--title", "Late");
    const shut = await user.run("restore", "a.age", "--force");
    expect(shut).toMatchObject({ code: 4, err: expect.stringContaining("--identity-file") });
    const wrong = await user.runWith({}, "a wrong guess\n", "restore", "b.age", "--force", "--passphrase-file", "-");
    expect(wrong).toMatchObject({ code: 4, err: expect.stringContaining("encrypted") });
    expect((await user.run("restore", "a.age", "--force", "--identity-file", files.identity)).code).toBe(0);
    expect(await titles()).toEqual(["Tea"]);

    cpSync(join(user.data, "backups/b.age"), join(user.home, "b.age"));
    rmSync(user.data, { recursive: true });
    const args = ["restore", "b.age", "--passphrase-file", files.passphrase];
    expect((await user.run(...args)).err).toContain(`--accept-signer ${signer}`);
    expect((await user.run(...args, "--accept-signer", signer)).code).toBe(0);
    expect(await titles()).toEqual(["Tea"]);
  });
});
