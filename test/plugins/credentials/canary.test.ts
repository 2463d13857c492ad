import { join } from "node:path";
import { inspect } from "node:util";
import type { Provider } from "@postern/credentials/services";
import { expect, it } from "vitest";
import { CANARY, filesIn, openGateway, spellings, storeText, textOf } from "./gateway.ts";

it("never writes a secret to the store, an event, a response, an error, the log or a file", async () => {
  const asked: string[] = [];
  const provider: Provider = {
    id: "github",
    label: "GitHub",
    async check(secret) {
      asked.push(secret.reveal());
      throw new Error(`refused: Bearer ${secret.reveal()}`);
    },
  };
  const fixture = await openGateway({ providers: [provider] });
  const { admin, ask, events, gateway, logged, place, reveal, storage } = fixture;
  const answers: unknown[] = [];
  const call = async (id: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await admin.post(`credentials.${id}`, body, headers);
    answers.push(reply.body, [...reply.headers]);
    return reply;
  };
  const named = { connection: "main", provider: "github" };
  const given = { ...named, secret: CANARY };

  await call("connections.create", given, { "x-dry-run": "true" });
  await call("connections.create", { ...given, backend: "vault" }, { "idempotency-key": "once" });
  await call("connections.create", { ...given, backend: "vault" }, { "idempotency-key": "once" });
  await call("connections.create", { ...given, provider: "github" });
  await call("connections.create", { ...given, label: 7 });
  await call("connections.create", { ...given, secretRef: CANARY });
  await call("connections.create", { connection: "x", provider: "github", secretRef: `vault:${CANARY}` });
  await call("connections.create", { connection: "x", provider: "github", secretRef: CANARY });
  await call("connections.create", { ...given, secret: [CANARY] });
  await call("connections.create", { ...given, secret: `${CANARY}\0` });
  await call("connections.rotate", given, { "idempotency-key": "twice" });
  await call("connections.rotate", { ...given, execute: true });
  await call("connections.rotate", { connection: "nobody", secret: CANARY }, { "idempotency-key": "thrice" });
  expect(await reveal({ connection: "main" })).toBe(CANARY);
  const failed = await fixture.shop
    .secrets()
    .use({ connection: "main" }, { group: "workshop", purpose: "failing" }, (secret) => {
      throw new TypeError(`no header ${secret.reveal()}`, { cause: { secret } });
    })
    .catch((error: unknown) => error);
  answers.push(inspect(failed, { depth: 9, showHidden: true }));
  await call("connections.check", { ...named, execute: true });
  expect(asked).toEqual([CANARY]);
  await call("connections.show", named);
  await call("connections.list", {});
  await call("backends", {});
  await call("providers.list", {});
  await call("connections.disable", named);
  await call("vault.rotate", { execute: true });
  const whileItLives = textOf(filesIn(place));
  await call("connections.remove", named);
  await call("connections.remove", { ...named, execute: true });
  await ask("connections.show", named);

  const everything = {
    answers: inspect(answers, { depth: 20, maxStringLength: null, maxArrayLength: null }) + JSON.stringify(answers),
    events: JSON.stringify(events),
    logged: inspect(logged, { depth: 20, maxStringLength: null }),
    manifest: JSON.stringify(gateway.manifest),
    store: await storeText(storage),
    files: whileItLives + textOf(filesIn(place)),
    names: filesIn(place).join("\n"),
  };
  expect(everything.store).toContain("credentials.connection.used");
  expect(everything.files).toContain("nonce");
  for (const [where, text] of Object.entries(everything))
    for (const spelled of spellings(CANARY)) expect(text.includes(spelled), `${where} contains ${spelled}`).toBe(false);
  await fixture.stop();
  const after = textOf(filesIn(join(place, "data")));
  for (const spelled of spellings(CANARY)) expect(after.includes(spelled)).toBe(false);
});
