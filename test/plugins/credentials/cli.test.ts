import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { newUser } from "../../surfaces/postern.ts";
import { CANARY, filesIn, spellings, textOf } from "./gateway.ts";

const SECONDS = 60_000;

/** A user with an initialized gateway that has this group, in a session without a keychain. */
async function initialised() {
  const user = newUser();
  user.configure({ plugins: { credentials: true, service: true, context: true, events: true } });
  await user.run("init");
  return user;
}

const named = ["--provider", "github", "--connection", "main"];

describe("the command line", () => {
  it("reads a secret from a file or standard input and never prints it", { timeout: SECONDS }, async () => {
    const user = await initialised();
    const file = join(user.home, "secret");
    writeFileSync(file, `${CANARY}\n`);
    const made = await user.run("credentials", "connections", "create", ...named, "--secret-file", file);
    expect(made).toMatchObject({ code: 0 });
    const rotated = await user.runWith(
      {},
      CANARY,
      "credentials",
      "connections",
      "rotate",
      ...named,
      "--secret-file",
      "-",
    );
    expect(rotated).toMatchObject({ code: 0 });
    const output = made.out + made.err + rotated.out + rotated.err + textOf(filesIn(user.data));
    for (const text of spellings(CANARY)) expect(output).not.toContain(text);
    // The command itself removes the old secret before it returns, because no server is running.
    expect(filesIn(join(user.data, "vault")).filter((path) => /sec_\w+\.[0-9a-f]{32}$/.test(path))).toHaveLength(1);
  });

  it("rejects a secret in an argument and explains how to enter it", { timeout: SECONDS }, async () => {
    const user = await initialised();
    const wrong = await user.run("credentials", "connections", "create", ...named, "--secret", CANARY);
    expect(wrong.code).toBe(2);
    expect(wrong.out + wrong.err).not.toContain("Canary");
    const none = await user.run("credentials", "connections", "create", ...named);
    expect(none).toMatchObject({
      code: 2,
      err: expect.stringContaining("on the command line as a file, or - for standard input"),
    });
  });

  it("uses the same vault as the running server", { timeout: SECONDS }, async () => {
    const user = await initialised();
    const file = join(user.home, "secret");
    writeFileSync(file, CANARY);
    await user.run("credentials", "connections", "create", ...named, "--secret-file", file);
    const serving = await user.serve();
    expect(await user.json("credentials", "connections", "list")).toMatchObject({ total: 1 });
    expect(await user.json("credentials", "connections", "rotate", ...named, "--secret-file", file)).toMatchObject({
      connection: { backend: "vault" },
    });
    // The server removes the old secret after its command.
    await until(async () =>
      expect(await user.run("credentials", "vault", "rotate", "--dry-run")).toMatchObject({
        code: 3,
        out: expect.stringContaining("Rotate the key of the vault, which holds 1 secret\n"),
      }),
    );
    expect(await user.json("credentials", "vault", "rotate", "--execute")).toEqual({
      secrets: 1,
      unreadable: 0,
      keyIn: "file",
    });
    expect(serving.output.out + serving.output.err).not.toContain("Canary");
  });

  it("reports a lost key at the start, in its status and to the doctor", { timeout: SECONDS }, async () => {
    const user = await initialised();
    const file = join(user.home, "secret");
    writeFileSync(file, CANARY);
    await user.run("credentials", "connections", "create", ...named, "--secret-file", file);
    const [key = ""] = filesIn(user.home).filter((path) => path.endsWith(".key"));
    writeFileSync(key, "another one");
    const serving = await user.serve();
    await expect.poll(() => serving.output.err).toContain("The vault cannot be used");
    expect(serving.output.err).not.toContain(user.home);
    expect((await user.run("service", "status")).out).toContain("The vault cannot be used: its key");
    expect(await user.json("credentials", "connections", "list")).toMatchObject({ total: 1 });
  });
});
