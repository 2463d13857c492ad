import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openLinked, openSide } from "./gateway.ts";

const strings = ["consoleUrl", "installationId", "lastDownload", "lastError", "lastUpload"];

it("returns all strings of its schema while the gateway is not linked", async () => {
  const side = await openSide();
  const status = await side.status();
  for (const name of strings) expect(status).toHaveProperty(name, "");
  expect(status).toMatchObject({ linked: false, lastErrorAt: 0 });
  expect(status).not.toHaveProperty("lastFailure");
});

it("shows the ids of both gateways", async () => {
  const { a, b } = await openLinked();
  await b.note("tea", "brew it");
  await until(async () => expect((await a.status()).lastDownload).not.toBe(""));
  const { site } = await b.post("sync.pull", { site: "", from: [] });
  const status = await a.status();
  expect(status.peerInstallationId).toBe(site);
  expect(status.installationId).toBe((await a.post("sync.pull", { site: "", from: [] })).site);
});

it("clears its error when an exchange succeeds and keeps it as the last failure", async () => {
  const { a, wire } = await openLinked();
  const before = Date.now();
  wire.cut();
  await a.note("tea", "brew it");
  await until(async () => expect((await a.status()).lastError).toMatch(/refused|closed/));
  const failing = await a.status();
  expect(failing.lastErrorAt).toBeGreaterThanOrEqual(before);
  expect(failing.lastFailure).toEqual({ message: failing.lastError, at: failing.lastErrorAt });
  wire.mend();
  await a.post("sync.run", { execute: true });
  await until(async () => expect((await a.status()).lastError).toBe(""));
  const { lastErrorAt, lastFailure } = await a.status();
  expect(lastErrorAt).toBe(0);
  expect(lastFailure).toMatchObject({ message: expect.stringMatching(/refused|closed/) });
  expect(lastFailure.recoveredAt).toBeGreaterThanOrEqual(lastFailure.at);
});
