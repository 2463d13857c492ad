import type { CheckResult } from "@postern/kit/checks";
import { describe, expect, it, vi } from "vitest";
import { openBackends } from "../../../plugins/credentials/src/backends/backends.ts";
import { createCheck } from "../../../plugins/credentials/src/check.ts";
import { folder, openGateway } from "./gateway.ts";

const SERVICE_PASSWORD = "of the gateway itself";

/** A gateway whose configuration allows some references, on its own or a given store. */
const allowing = (config: object, options: object = {}) => {
  const place = folder();
  return openGateway({ place, config: { data: `${place}/data`, home: `${place}/home`, ...config }, ...options });
};

const NOT_LISTED = (name: string) =>
  `the variable ${name} is not in the option "env" of the plugin credentials. Add it to the configuration of the gateway`;

describe("a reference to an environment variable", () => {
  it.each([
    ["nothing is listed", undefined, "PGPASSWORD"],
    ["another variable is listed", ["CALDAV_PASSWORD"], "PGPASSWORD"],
    ["another prefix is listed", ["BOT_*"], "AWS_SECRET_ACCESS_KEY"],
    ["only a longer name is listed", ["PGPASSWORD_BOT"], "PGPASSWORD"],
    ["only a shorter name is listed", ["PGPASS"], "PGPASSWORD"],
    ["the name differs in case", ["pgpassword"], "PGPASSWORD"],
  ])("is refused if %s, for the admin too", async (_title, env, name) => {
    vi.stubEnv(name, SERVICE_PASSWORD);
    const { ask, connect, post } = await allowing(env ? { env } : {});
    const body = { provider: "github", connection: "main", secretRef: `env:${name}` };
    const refused = {
      status: 409,
      body: { code: "credentials.secret_unreadable", detail: expect.stringContaining(NOT_LISTED(name)) },
    };
    expect(await ask("connections.create", body)).toMatchObject(refused);
    await connect();
    const change = { connection: "main", secretRef: `env:${name}` };
    expect(await ask("connections.rotate", change)).toMatchObject(refused);
    expect((await post("connections.list")).total).toBe(1);
  });

  it.each([
    ["its name", ["CALDAV_PASSWORD"], "CALDAV_PASSWORD"],
    ["its prefix", ["A", "BOT_*"], "BOT_TOKEN"],
  ])("is used if the configuration lists %s", async (_title, env, name) => {
    vi.stubEnv(name, "listed");
    const { connect, reveal } = await allowing({ env });
    await connect({ secretRef: `env:${name}` });
    expect(await reveal({ connection: "main" })).toBe("listed");
  });

  it.each(["POSTERN_TOKEN", "postern_token"])("is never to %s", async (name) => {
    const { ask } = await allowing({ env: ["POSTERN_TOKEN", "postern_*"] });
    const body = { provider: "github", connection: "main", secretRef: `env:${name}` };
    expect(await ask("connections.create", body)).toMatchObject({ status: 400 });
  });

  it.each([["*"], ["A-B"], [""], ["A*B"]])("cannot be allowed by the pattern %j", async (pattern) => {
    const { logged, ask } = await allowing({ env: [pattern] });
    expect(JSON.stringify(logged)).toMatch(/env/);
    expect((await ask("backends")).status).toBe(503);
  });

  it("that was stored before is not read any longer, and the doctor lists it", async () => {
    vi.stubEnv("PGPASSWORD", SERVICE_PASSWORD);
    vi.stubEnv("BOT_TOKEN", "listed");
    const first = await allowing({ env: ["PGPASSWORD", "BOT_*"] });
    await first.connect({ secretRef: "env:PGPASSWORD" });
    await first.connect({ connection: "bot", secretRef: "env:BOT_TOKEN" });
    await first.stop();
    const { reveal, post, shop, events } = await allowing({ env: ["BOT_*"] }, { storage: first.storage });
    const backends = openBackends({} as never, { env: ["BOT_*"] }, { here: "here", isShared: false });
    const check = createCheck({ backends, here: "here", isShared: false } as never);
    const findings = async () => ((await shop.transact(async (ctx) => check.run(ctx))) as CheckResult).findings;
    const finding = {
      id: "credentials.reference_not_allowed",
      severity: "error",
      evidence: expect.stringContaining(`The github connection "main" does not work: ${NOT_LISTED("PGPASSWORD")}`),
      fix: "postern config edit",
    };
    expect(await findings()).toEqual([finding]);
    await expect(reveal({ connection: "main" })).rejects.toMatchObject({
      code: "credentials.secret_unreadable",
      message: expect.stringContaining(NOT_LISTED("PGPASSWORD")),
    });
    expect(await reveal({ connection: "bot" })).toBe("listed");
    expect((await post("connections.show", { connection: "main" })).connection.statusReason).toBe("secret_unreadable");
    // It is also one of the connections whose secret cannot be read.
    expect(await findings()).toEqual([finding, expect.objectContaining({ id: "credentials.secret_unreadable" })]);
    expect(JSON.stringify(events)).not.toContain(SERVICE_PASSWORD);
  });
});

describe("a reference to an entry of the keychain", () => {
  it.each([
    ["nothing is listed", undefined, "browser/safe storage"],
    ["another service is listed", ["mail/*"], "mailer/ann"],
    ["another account is listed", ["mail/ann"], "mail/bob"],
    ["it is a key of the vault", ["postern-vault/*"], "postern-vault/0123"],
  ])("is refused if %s, without reading it", async (_title, keychain, place) => {
    const { ask } = await allowing(keychain ? { keychain } : {});
    const body = { provider: "mail", connection: "main", secretRef: `keychain:${place}` };
    const reply = await ask("connections.create", body);
    expect(reply).toMatchObject({ status: 409, body: { code: "credentials.secret_unreadable" } });
    expect(reply.body.detail).toContain(place.startsWith("postern") ? "keys of the vault" : 'the option "keychain"');
  });
});
