import { type Client, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { onTestFinished } from "vitest";

/** A gateway with only the tasks plugin, and shortcuts for common calls. */
export async function openFixture(storage: Parameters<typeof testGateway>[0]["storage"] = memory()) {
  const fixture = await testGateway({ plugins: [tasks()], storage });
  onTestFinished(() => fixture.stop());
  const words = wordsOf(fixture.admin);
  return {
    ...fixture,
    ...words,
    /** Advances the clock, so that each task gets a distinct time and ids are in order of creation. */
    async task(title: string, more: object = {}) {
      await fixture.advance(1, { wait: false });
      return words.task(title, more);
    },
  };
}

/** Shortcuts for calls. They return the body, and throw if the call fails. */
export function wordsOf(client: Client) {
  async function post(id: string, body: object = {}) {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  return {
    post,
    task: async (title: string, more: object = {}): Promise<string> =>
      (await post("tasks.create", { title, ...more })).task.id,
    show: async (taskId: string) => (await post("tasks.show", { taskId })).task,
    step: async (step: string, taskId: string, more: object = {}) =>
      (await post(`tasks.${step}`, { taskId, ...more })).task,
    wait: (taskId: string, dependencyTaskId: string) => post("tasks.deps.add", { taskId, dependencyTaskId }),
    refused: async (id: string, body: object) => (await client.post(id, body)).body,
    titles: async (id: string, body: object = {}): Promise<string[]> =>
      (await post(id, { limit: "500", ...body })).tasks.map(({ title }: { title: string }) => title),
  };
}
