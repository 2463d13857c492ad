import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished } from "vitest";

/** Two gateways on the same database, as in two processes. */
async function openTwo() {
  const path = mkdtempSync(join(tmpdir(), "postern-projects-"));
  const fixtures = await Promise.all([1, 2].map(() => testGateway({ plugins: [projects()], storage: lmdb({ path }) })));
  onTestFinished(async () => {
    for (const fixture of fixtures) await fixture.stop();
    rmSync(path, { recursive: true, force: true });
  });
  return fixtures.map(({ admin }) => admin) as [Client, Client];
}
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

it("gives unique slugs to projects created concurrently with the same name", async () => {
  const callers = await openTwo();
  const replies = await times(30, (n) => callers[n % 2 ? 0 : 1].post("projects.create", { name: "Same" }));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const slugs = replies.map(({ body }) => body.project.slug);
  expect(new Set(slugs).size).toBe(30);
  for (const slug of slugs) expect(slug).toMatch(/^same(-[1-9][0-9]*)?$/);
});

it("gives a slug to only one of several concurrent callers", async () => {
  const callers = await openTwo();
  const made = await callers[0].post("projects.create", { name: "Old" });
  const replies = await times(30, (n) =>
    n % 3 === 0
      ? callers[n % 2 ? 0 : 1].post("projects.update", { id: made.body.project.id, slug: "wanted" })
      : callers[n % 2 ? 0 : 1].post("projects.create", { name: `By ${n}`, slug: "wanted" }),
  );
  const holders = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.project.id));
  expect(holders.size).toBe(1);
  const [holder] = holders;
  for (const { status, body } of replies)
    if (status !== 200) expect(body).toMatchObject({ code: "projects.slug_taken", projectId: holder });
  for (const caller of callers)
    expect((await caller.post("projects.show", { id: "wanted" })).body.project.id).toBe(holder);
});
