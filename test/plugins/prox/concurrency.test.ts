import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, testGateway } from "@postern/core/testing";
import prox from "@postern/prox";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished } from "vitest";

/** Two gateways on the same database, as in two processes. */
async function openTwo() {
  const path = mkdtempSync(join(tmpdir(), "postern-prox-"));
  const fixtures = await Promise.all([1, 2].map(() => testGateway({ plugins: [prox()], storage: lmdb({ path }) })));
  onTestFinished(async () => {
    for (const fixture of fixtures) await fixture.stop();
    rmSync(path, { recursive: true, force: true });
  });
  return fixtures.map(({ admin }) => admin) as [Client, Client];
}
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

it("a profile is created only once by concurrent callers of two gateways", async () => {
  const callers = await openTwo();
  const replies = await times(30, (n) =>
    callers[n % 2 ? 0 : 1].post("prox.calls.profiles.create", { profileId: "follow-up", name: `By ${n}` }),
  );
  const made = replies.filter(({ status }) => status === 200);
  expect(made).toHaveLength(1);
  expect(replies.filter(({ body }) => body.code === "prox.profile_exists")).toHaveLength(29);
  for (const caller of callers)
    expect((await caller.post("prox.calls.profiles.show", { profileId: "follow-up" })).body).toEqual(made[0]?.body);
});

it("concurrent updates of different fields through two gateways are all kept", async () => {
  const callers = await openTwo();
  await callers[0].post("prox.calls.profiles.create", { profileId: "mine", name: "Mine" });
  const changes = [{ voice: "a" }, { prompt: "b" }, { language: "fr" }, { tags: ["c"] }, { provider: "d" }];
  await times(changes.length, (n) =>
    callers[n % 2 ? 0 : 1].post("prox.calls.profiles.update", { profileId: "mine", ...changes[n] }),
  );
  const { profile } = (await callers[1].post("prox.calls.profiles.show", { profileId: "mine" })).body;
  expect(profile).toMatchObject(Object.assign({}, ...changes));
});
