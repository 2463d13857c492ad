import type { Work } from "./workload.ts";
import { HOLDERS } from "./workload.ts";

interface Row {
  readonly id: string;
  readonly version: number;
}

/** Moves a token to another holder if nobody else has moved it since it was read. */
export async function moveTokens({ client, stage, history, gateways, round }: Work): Promise<void> {
  const { random } = client;
  const list = await client.ask(
    "bases.rows.list",
    { base: stage.tokenBase, sort: ["holder"], limit: "500" },
    { to: random.between(0, gateways - 1) },
  );
  if (list.status !== 200) throw new Error(`The tokens were not listed: ${JSON.stringify(list.body)}`);
  const rows = list.body?.rows as Row[];
  history.tokenReadings.push({ gateway: list.attempts.at(-1)?.gateway ?? -1, rowIds: rows.map(({ id }) => id) });
  const row = random.pick(rows);
  const input = { row: row.id, values: { holder: random.pick(HOLDERS) }, expectedVersion: row.version };
  await client.call("bases.rows.update", input, { key: round, to: random.between(0, gateways - 1) });
}
