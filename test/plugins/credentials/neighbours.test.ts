import prox from "@postern/prox";
import { expect, it } from "vitest";
import { openGateway } from "./gateway.ts";

it("lets other groups find a connection and see that it is disabled", async () => {
  const { admin, connect, post } = await openGateway({ plugins: [prox()] });
  const call = async (verb: string, body: object) => (await admin.post(`prox.calls.profiles.${verb}`, body)).body;
  const profile = { profileId: "caller", name: "Caller", language: "en", prompt: "Say hello.", provider: "twilio" };
  await call("create", { ...profile, connection: "main" });
  const lacks = async () =>
    (await call("check", { profileId: "caller" })).missing.filter(
      ({ field }: { field: string }) => field === "connection",
    );
  expect(await lacks()).toHaveLength(1);
  await connect({ provider: "twilio" });
  expect(await lacks()).toEqual([]);
  await post("connections.disable", { connection: "main" });
  expect(await lacks()).toMatchObject([
    { fix: "postern credentials connections enable --connection main --provider twilio" },
  ]);
});
