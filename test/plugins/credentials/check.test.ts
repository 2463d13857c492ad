import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Provider } from "@postern/credentials/services";
import { Secret } from "@postern/credentials/services";
import type { CheckResult } from "@postern/kit/checks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { credentialsCheck } from "../../../plugins/credentials/src/check.ts";
import { ask } from "../../../plugins/credentials/src/providers.ts";
import { CANARY, openGateway } from "./gateway.ts";

/** A provider that is checked over HTTP and responds as the test configures. */
async function provider(answer: () => { status: number; body?: string } | "cut" | "nothing") {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization ?? "");
    const given = answer();
    if (given === "nothing") return;
    if (given === "cut") return void request.socket.destroy();
    response.writeHead(given.status).end(given.body);
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
  it("asks the provider at once, and not in a dry run", async () => {
    const { made, asked } = await provider(() => ({ status: 200 }));
    const { connect, post, types } = await openGateway({ providers: [made] });
    await connect();
    expect((await post("connections.check", { connection: "main", execute: false })).plan).toMatchObject({
      summary: 'Check the secret of the github connection "main" with GitHub',
      effects: ["sends the secret to GitHub"],
    });
    expect(asked).toEqual([]);
    expect(await post("connections.check", { connection: "main" })).toEqual({ ok: true });
    expect(asked).toEqual([`Bearer ${CANARY}`]);
    expect(types()).toEqual(["connection.created", "connection.checked"]);
  });

  it.each([
    [401, { status: 401 }, "GitHub answers 401"],
    [410, { status: 410 }, "GitHub answers 410"],
    [429, { status: 429 }, "GitHub answers 429"],
    [500, { status: 500, body: "<html>" }, "GitHub answers 500"],
    ["a cut", "cut" as const, "The check with GitHub failed"],
  ])("reports %s from the provider and shows it in the connection until it works again", async (_, answer, reason) => {
    let now: typeof answer | { status: number } = answer;
    const { made } = await provider(() => now);
    const { connect, post, shop } = await openGateway({ providers: [made] });
    await connect();
    const check = () => post("connections.check", { connection: "main", execute: true });
    const looked = async () => (await shop.transact(async (ctx) => credentialsCheck.run(ctx))) as CheckResult;
    const statusReason = async () => (await post("connections.show", { connection: "main" })).connection.statusReason;
    expect(await check()).toEqual({ ok: false, reason: expect.stringContaining(reason) });
    expect(await statusReason()).toBe("check_failed");
    const { findings = [] } = await looked();
    expect(findings).toEqual([
      {
        id: "credentials.secret_rejected",
        severity: "error",
        evidence: 'The github connection "main" was rejected by its provider at the last check. It may have expired',
        fix: expect.stringMatching(
          /^postern credentials connections rotate --connection conn_[0-9a-f]{24} --secret-file FILE$/,
        ),
      },
    ]);
    now = { status: 204 };
    expect(await check()).toEqual({ ok: true });
    expect(await statusReason()).toBeUndefined();
    expect(await looked()).toMatchObject({
      findings: [],
    });
  });

  it("does not wait for a provider that never responds", async () => {
    const { made } = await provider(() => "nothing");
    const begun = performance.now();
    const verdict = await ask(made, new Secret("x"), new AbortController().signal, 200);
    expect(verdict).toEqual({ ok: false, reason: "GitHub did not respond within 0.2 seconds" });
    const deaf: Provider = { id: "deaf", label: "Deaf", check: () => new Promise(() => {}) };
    expect((await ask(deaf, new Secret("x"), new AbortController().signal, 200)).ok).toBe(false);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it("never reveals the secret in the result of a provider's check", async () => {
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
    const { connect, post, events } = await openGateway({ providers: [talkative, rude] });
    await connect();
    await connect({ provider: "voice" });
    const check = (provider: string) => post("connections.check", { connection: "main", provider, execute: true });
    expect(await check("github")).toEqual({ ok: false, reason: "the key [secret] ([secret]) is bad" });
    expect(await check("voice")).toEqual({ ok: false, reason: "The check with Voice failed: Bearer [secret]" });
    expect(JSON.stringify(events)).not.toContain("Canary");
  });

  it.each([undefined, null, "yes", { ok: "yes" }, 7])("rejects the invalid result %j", async (answer) => {
    const odd = { id: "github", label: "GitHub", check: async () => answer as never };
    const verdict = await ask(odd, new Secret("x"), new AbortController().signal);
    expect(verdict).toEqual({ ok: false, reason: "The check did not return a valid result" });
  });

  it("is refused for an unregistered provider, also in a dry run", async () => {
    const { connect, ask: post } = await openGateway();
    await connect();
    for (const execute of [{}, { execute: false }])
      expect(await post("connections.check", { connection: "main", ...execute })).toMatchObject({
        status: 409,
        body: { code: "credentials.provider_unknown", fix: "postern credentials providers list" },
      });
  });

  it("reports a missing secret without asking the provider", async () => {
    const { made, asked } = await provider(() => ({ status: 200 }));
    const { connect, post } = await openGateway({ providers: [made] });
    vi.stubEnv("NO_SUCH_TOKEN", undefined);
    await connect({ secretRef: "env:NO_SUCH_TOKEN" });
    const verdict = await post("connections.check", { connection: "main", execute: true });
    expect(verdict).toEqual({ ok: false, reason: expect.stringContaining("the variable is not set") });
    expect(asked).toEqual([]);
  });

  it("sends the secret of a disabled connection only with `disabled`", async () => {
    const { made, asked } = await provider(() => ({ status: 200 }));
    const { connect, post, ask } = await openGateway({ providers: [made] });
    await connect();
    await post("connections.disable", { connection: "main" });
    for (const execute of [false, true]) {
      const reply = await ask("connections.check", { connection: "main", execute });
      expect(reply).toMatchObject({ status: 409, body: { code: "credentials.connection_disabled" } });
    }
    expect(asked).toEqual([]);
    const { plan } = await post("connections.check", { connection: "main", disabled: true, execute: false });
    expect(plan.summary).toContain('the github connection "main", which is disabled, with GitHub');
    expect(await post("connections.check", { connection: "main", disabled: true, execute: true })).toEqual({
      ok: true,
    });
    expect(asked).toEqual([`Bearer ${CANARY}`]);
  });

  it("leaves a disabled connection disabled", async () => {
    const { made } = await provider(() => ({ status: 401 }));
    const { connect, post } = await openGateway({ providers: [made] });
    await connect();
    await post("connections.disable", { connection: "main" });
    expect((await post("connections.check", { connection: "main", disabled: true, execute: true })).ok).toBe(false);
    const { connection } = await post("connections.show", { connection: "main" });
    expect(connection).toMatchObject({ status: "disabled", statusReason: "asked" });
  });
});

describe("providers", () => {
  const known = (id: string, label = id): Provider => ({ id, label, check: async () => ({ ok: true }) });

  it("are listed with the number of their connections, and can be unregistered", async () => {
    const { connect, post, shop } = await openGateway({
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

  it("are registered once: the second plugin fails to start with an error that names both", async () => {
    const { logged } = await openGateway({ providers: [known("github", "GitHub"), known("github", "Another")] });
    expect(JSON.stringify(logged)).toContain(
      'Provider \\"github\\" is registered by two plugins, as \\"GitHub\\" and \\"Another\\"',
    );
  });

  it.each([{ id: "Git Hub" }, { label: "" }, { check: "no function" }])("with %j are rejected", async (wrong) => {
    const { logged } = await openGateway({ providers: [{ ...known("github"), ...wrong } as Provider] });
    expect(JSON.stringify(logged)).toMatch(/The id of a provider must|The (label|check) of provider .* must/);
  });
});
