import { createHmac } from "node:crypto";
import { createGateway, defineGroup, definePlugin, type PluginContext } from "@postern/core";
import { createSigningSecret, defineSigningSecret, signerOf } from "@postern/kit/sealing";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const secrets = defineSigningSecret("letters.signing");

/** Starts a gateway of the store. Returns what its plugin does outside of calls. */
async function open(storage: ReturnType<typeof memory>, stored?: string): Promise<PluginContext> {
  let host: PluginContext | undefined;
  const letters = definePlugin(defineGroup("letters", { title: "Letters" }), {
    version: "1.0.0",
    operations: [],
    collections: { secrets },
    async start(given) {
      host = given;
      if (stored !== undefined)
        await given.transact(({ store }) => store.put(secrets, { name: "tickets", secret: stored }));
      await createSigningSecret(given, secrets);
      return undefined;
    },
  });
  const gateway = createGateway({ plugins: [letters()], storage, log: silent });
  await gateway.start();
  onTestFinished(() => gateway.stop());
  return host as PluginContext;
}

const signerAt = async (host: PluginContext) => (await signerOf(host.store, secrets))!;

it("signs with the secret that is stored, so that links made before an upgrade stay valid", async () => {
  const signer = await signerAt(await open(memory(), "stored before"));
  const signature = createHmac("sha256", "stored before").update("text").digest("base64url");
  expect(signer.sign("text")).toBe(signature);
  expect(signer.isSigned("text", signature)).toBe(true);
});

it("signs alike at every gateway of a store, and not as in another store", async () => {
  const storage = memory();
  const first = await signerAt(await open(storage));
  const signature = first.sign("text");
  const second = await signerAt(await open(storage));
  expect(second.isSigned("text", signature)).toBe(true);
  const other = await signerAt(await open(memory()));
  expect(other.isSigned("text", signature)).toBe(false);
});

it("accepts no other text and no other form of a signature", async () => {
  const signer = await signerAt(await open(memory()));
  const signature = signer.sign("text");
  expect(signature).toMatch(/^[\w-]{43}$/);
  expect(signer.isSigned("text2", signature)).toBe(false);
  const others = ["", signature.slice(1), `${signature}=`, `${signature}A`, `é${signature.slice(2)}`, signer.sign("")];
  for (const other of others)
    expect({ other, isSigned: signer.isSigned("text", other) }).toMatchObject({ isSigned: false });
});
