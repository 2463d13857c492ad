import type { Client } from "../client.ts";
import type { Call } from "../history.ts";
import { HOLDERS, type Stage } from "./workload.ts";

/** Creates what the workloads work with. */
export async function prepareStage(client: Client): Promise<Stage> {
  const make = async (operation: string, input: Call["input"]) => {
    const { body, status } = await client.call(operation, input, { key: crypto.randomUUID() });
    if (status !== 200) throw new Error(`${operation} was answered with ${status}: ${JSON.stringify(body)}`);
    return body as Record<string, { id: string }>;
  };
  const idOf = async (operation: string, input: Call["input"], member: string): Promise<string> =>
    ((await make(operation, input))[member] as { id: string }).id;
  const several = async (count: number, create: (n: number) => Promise<string>): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await create(n));
    return ids;
  };

  const tokenBase = await idOf(
    "bases.create",
    { name: "Tokens", props: [{ name: "Holder", key: "holder", type: "text" }] },
    "base",
  );
  const propertyBase = await idOf("bases.create", { name: "Properties" }, "base");
  return {
    chatIds: await several(3, (n) => idOf("chats.create", { title: `Chat ${n}` }, "chat")),
    ledgerId: await idOf("chats.create", { title: "Ledger" }, "chat"),
    taskIds: await several(8, (n) => idOf("tasks.create", { title: `Task ${n}` }, "task")),
    tokenBase,
    tokens: await several(12, (n) =>
      idOf("bases.rows.create", { base: tokenBase, values: { holder: HOLDERS[n % HOLDERS.length] } }, "row"),
    ),
    propertyBase,
    propertyRow: await idOf("bases.rows.create", { base: propertyBase, values: {} }, "row"),
  };
}
