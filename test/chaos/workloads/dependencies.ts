import type { Work } from "./workload.ts";

/** Adds dependencies that form a circle together, at different gateways at once, and removes some of them again. */
export async function addCircles({ client, stage, gateways, round }: Work): Promise<void> {
  const { random } = client;
  const circle = random.shuffled(stage.taskIds).slice(0, random.pick([2, 2, 2, 3, 4]));
  const edges = circle.map((taskId, at) => ({ taskId, dependencyTaskId: circle[(at + 1) % circle.length] }));
  const change = (operation: string, suffix: string) =>
    Promise.all(
      edges.map((edge, at) =>
        client.call(operation, edge, { key: `${round}-${suffix}-${at}`, to: (at + circle.length) % gateways }),
      ),
    );
  await change("tasks.deps.add", "add");
  if (random.chance(0.8)) await change("tasks.deps.remove", "remove");
}
