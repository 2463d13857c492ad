import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Provider } from "@postern/credentials/services";
import { Secret } from "@postern/credentials/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { ask } from "../../../plugins/credentials/src/providers.ts";
import { CANARY, openHouse } from "./house.ts";

/** A provider that is asked over HTTP, as real ones are, and answers what the test says. */
async function provider(answer: () => { status: number; body?: string } | "cut" | "nothing") {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization ?? "");
    const told = answer();
    if (told === "nothing") return;
    if (told === "cut") return void request.socket.destroy();
    response.writeHead(told.status).end(told.body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: Provider = {
    id: "github",
    label: "GitHub",
    async check(secret, { signal }) {
      const headers = { authorization: `Bearer ${secret.reveal()}` };
      const { ok, status } = await fetch(url, { headers, signal, redirect: "error" });
      return ok ? { ok } : { ok, reason: `GitHub answers ${status}` };
    },
  };
  return { made, asked };
}

describe("a check", () => {
  it("asks the provider itself, and only when it is executed", async () => {
    const { made, asked } = await provider(() => ({ status: 200 }));
    const { connect, post, types } = await openHouse({ providers: [made] });
    await connect();
    expect((await post("connections.check", { connection: "main" })).plan).toMatchObject({
      summary: "Ask GitHub whether the secret of the connection main of github works",
      effects: ["asks GitHub"],
    });
    expect(asked).toEqual([]);
    expect(await post("connections.check", { connection: "main", execute: true })).toEqual({ ok: true });
    expect(asked).toEqual([`Bearer ${CANARY}`]);
    expect(types()).toEqual(["connection.created", "connection.checked"]);
  });

  it.each([
    [401, { status: 401 }, "GitHub answers 401"],
    [410, { status: 410 }, "GitHub answers 410"],
    [429, { status: 429 }, "GitHub answers 429"],
    [500, { status: 500, body: "<html>" }, "GitHub answers 500"],
    ["a cut", "cut" as const, "GitHub could not be asked"],
  ])(
    "tells %s in the provider's words, and shows it at the connection until it works again",
    async (_, answer, reason) => {
      let now: typeof answer | { status: number } = answer;
      const { made } = await provider(() => now);
      const { connect, post } = await openHouse({ providers: [made] });
      await connect();
      const check = () => post("connections.check", { connection: "main", execute: true });
      const statusReason = async () => (await post("connections.show", { connection: "main" })).connection.statusReason;
      expect(await check()).toEqual({ ok: false, reason: expect.stringContaining(reason) });
      expect(await statusReason()).toBe("check_failed");
      now = { status: 204 };
      expect(await check()).toEqual({ ok: true });
      expect(await statusReason()).toBeUndefined();
    },
  );

  it("does not wait for a provider that says nothing", async () => {
    const { made } = await provider(() => "nothing");
    const begun = performance.now();
    const verdict = await ask(made, new Secret("x"), new AbortController().signal, 200);
    expect(verdict).toEqual({ ok: false, reason: "GitHub did not answer within 0.2 s" });
    const deaf: Provider = { id: "deaf", label: "Deaf", check: () => new Promise(() => {}) };
    expect((await ask(deaf, new Secret("x"), new AbortController().signal, 200)).ok).toBe(false);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it("never tells the secret, whatever the provider's check says", async () => {
    const talkative: Provider = {
      id: "github",
      label: "GitHub",
      check: async (secret) => ({
        ok: false,
        reason: `the key ${secret.reveal()} (${encodeURIComponent(secret.reveal())}) is bad`,
      }),
    };
    const rude: Provider = {
      id: "voice",
      label: "Voice",
      check: async (secret) => {
        throw new Error(`Bearer ${secret.reveal()}`);
      },
    };
    const { connect, post, events } = await openHouse({ providers: [talkative, rude] });
    await connect();
    await connect({ provider: "voice" });
    const check = (provider: string) => post("connections.check", { connection: "main", provider, execute: true });
    expect(await check("github")).toEqual({ ok: false, reason: "the key [secret] ([secret]) is bad" });
    expect(await check("voice")).toEqual({ ok: false, reason: "Voice could not be asked: Bearer [secret]" });
    expect(JSON.stringify(events)).not.toContain("Canary");
  });

  it.each([undefined, null, "yes", { ok: "yes" }, 7])("takes the answer %j for no verdict", async (answer) => {
    const odd = { id: "github", label: "GitHub", check: async () => answer as never };
    const verdict = await ask(odd, new Secret("x"), new AbortController().signal);
    expect(verdict).toEqual({ ok: false, reason: "The check answered neither yes nor no" });
  });

  it("of a provider that nobody registered is refused, in a dry run too", async () => {
    const { connect, ask: post } = await openHouse();
    await connect();
    for (const execute of [{}, { execute: true }])
      expect(await post("connections.check", { connection: "main", ...execute })).toMatchObject({
        status: 409,
        body: { code: "credentials.provider_unknown", fix: "postern credentials providers list" },
      });
  });

  it("says that a secret is gone, which the provider is not asked about", async () => {
    const { made, asked } = await provider(() => ({ status: 200 }));
    const { connect, post } = await openHouse({ providers: [made] });
    delete process.env.NO_SUCH_TOKEN;
    await connect({ secretRef: "env:NO_SUCH_TOKEN" });
    const verdict = await post("connections.check", { connection: "main", execute: true });
    expect(verdict).toEqual({ ok: false, reason: expect.stringContaining("the variable is not set") });
    expect(asked).toEqual([]);
  });

  it("of a disabled connection hands its secret to nobody unless `disabled` says so", async () => {
    const { made, asked } = await provider(() => ({ status: 200 }));
    const { connect, post, ask } = await openHouse({ providers: [made] });
    await connect();
    await post("connections.disable", { connection: "main" });
    for (const execute of [false, true]) {
      const reply = await ask("connections.check", { connection: "main", execute });
      expect(reply).toMatchObject({ status: 409, body: { code: "credentials.connection_disabled" } });
    }
    expect(asked).toEqual([]);
    const { plan } = await post("connections.check", { connection: "main", disabled: true });
    expect(plan.summary).toContain("the connection main of github, which is disabled, works");
    expect(await post("connections.check", { connection: "main", disabled: true, execute: true })).toEqual({
      ok: true,
    });
    expect(asked).toEqual([`Bearer ${CANARY}`]);
  });

  it("of a disabled connection leaves it disabled", async () => {
    const { made } = await provider(() => ({ status: 401 }));
    const { connect, post } = await openHouse({ providers: [made] });
    await connect();
    await post("connections.disable", { connection: "main" });
    expect((await post("connections.check", { connection: "main", disabled: true, execute: true })).ok).toBe(false);
    const { connection } = await post("connections.show", { connection: "main" });
    expect(connection).toMatchObject({ status: "disabled", statusReason: "asked" });
  });
});

describe("providers", () => {
  const known = (id: string, label = id): Provider => ({ id, label, check: async () => ({ ok: true }) });

  it("are listed with how many connections they have, and can be taken off", async () => {
    const { connect, post, shop } = await openHouse({
      providers: [known("voice", "Voice"), known("github", "GitHub")],
    });
    await connect();
    expect((await post("providers.list")).providers).toEqual([
      { id: "github", label: "GitHub", connections: 1 },
      { id: "voice", label: "Voice", connections: 0 },
    ]);
    shop.off[0]?.();
    expect((await post("providers.list")).total).toBe(1);
  });

  it("are registered once: the second plugin does not start, and the reason names both", async () => {
    const { logged } = await openHouse({ providers: [known("github", "GitHub"), known("github", "Another")] });
    expect(JSON.stringify(logged)).toContain(
      'Two plugins register the provider github: \\"GitHub\\" and \\"Another\\"',
    );
  });

  it.each([{ id: "Git Hub" }, { label: "" }, { check: "no function" }])("with %j are refused", async (wrong) => {
    const { logged } = await openHouse({ providers: [{ ...known("github"), ...wrong } as Provider] });
    expect(JSON.stringify(logged)).toMatch(/A provider's id|The (label|check) of the provider/);
  });
});
