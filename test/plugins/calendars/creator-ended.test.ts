import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openTestbed } from "./delivery-testbed.ts";

/** A server that counts its requests and refuses each. */
async function countingServer() {
  const state = { requests: 0, url: "" };
  const server = createServer((_request, response) => {
    state.requests++;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return state;
}

it("an account ends with the key that set it up, and continues with the one that updates it", async () => {
  const server = await countingServer();
  const testbed = await openTestbed();
  const { admin, client, post } = testbed;
  const owner = await client(["*"]);
  const config = { url: server.url };
  const { account } = await post("calendars.accounts.create", { id: "home", provider: "caldav", config }, owner);
  expect(account.createdBy).toBe(owner.contextId);
  await testbed.gateway.keys.revoke(owner.contextId);
  const synced = await admin.post("calendars.sync", { account: "home" });
  expect(synced.body).toMatchObject({ code: "calendars.provider_trouble", reason: expect.stringContaining("revoked") });
  expect(server.requests).toBe(0);
  const stopped = (await post("calendars.accounts.show", { id: "home" })).account;
  expect(stopped).toMatchObject({ status: "stopped", statusReason: "creator_ended" });
  expect((await admin.post("calendars.sync", { account: "home" })).body.code).toBe("calendars.account_stopped");
  const resumed = (await post("calendars.accounts.update", { id: "home" })).account;
  expect(resumed).toMatchObject({ status: "active", createdBy: admin.contextId });
  await admin.post("calendars.sync", { account: "home" });
  expect(server.requests).toBeGreaterThan(0);
});
