import { testGateway } from "@postern/core/testing";
import { requeueForAnotherHost } from "@postern/kit/queue";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { jobsPlugin } from "./fixtures/jobs.ts";

async function open(storage: ReturnType<typeof memory>, attempted = async () => {}) {
  const jobs = jobsPlugin({ attempted });
  const gateway = await testGateway({ plugins: [jobs.plugin()], storage });
  onTestFinished(gateway.stop);
  return { ...jobs, ask: (name: string) => gateway.admin.post("jobs.ask", { name }) };
}

it("entries are left to the host that can handle them, after one was returned for it", async () => {
  const storage = memory();
  const unable = await open(storage, async () => {
    throw requeueForAnotherHost("The key is on another host");
  });
  await unable.ask("first");
  await until(() => expect(unable.attempts.length).toBeGreaterThan(0));
  const able = await open(storage);
  for (let n = 0; n < 30; n++) {
    await unable.ask(`next ${n}`);
    await until(() => expect(able.attempts.map(({ name }) => name)).toContain(`next ${n}`));
  }
  expect(unable.attempts.filter(({ name }) => name.startsWith("next")).length).toBeLessThan(5);
});
