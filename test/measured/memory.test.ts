import { expect, it } from "vitest";
import { bad, openFixture } from "../plugins/agentx/fixture.ts";
import { open } from "../plugins/bases/transfer-xlsx.ts";
import { bombs } from "../plugins/bases/transfer-xlsx-bombs.ts";

/** MiB that the process has more of after the work than before it. Memory that is not returned at once counts too. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  await work();
  return (process.memoryUsage.rss() - before) / 2 ** 20;
}

it.each(bombs)("an XLSX file that %s does not fill the memory of the gateway", async (_, content, message) => {
  const setup = await open();
  const grown = await growth(async () => {
    expect((await setup.refuse(content)).issues[0].message).toContain(message);
  });
  expect(grown).toBeLessThan(150);
});

it("an agent that writes 100 MiB without an end of line does not fill the memory of the gateway", async () => {
  const fixture = await openFixture({ agents: { demo: bad("endless") }, startTimeout: 20_000 });
  const grown = await growth(async () => {
    const { session } = await fixture.post("sessions.create", { agent: "demo", prompt: "x", execute: true });
    await fixture.until(session.id, { status: "gone" });
  });
  expect(grown).toBeLessThan(150);
});
