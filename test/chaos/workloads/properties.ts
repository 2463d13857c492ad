import type { Call } from "../history.ts";
import type { Work } from "./workload.ts";

/**
 * Creates a property, deletes it twice at once, then creates another one with its key and restores it twice at once, at
 * different gateways. Each client has a key of its own, so that it knows what must come out.
 */
export async function recreateProperties(work: Work): Promise<void> {
  const { client, stage, history, gateways, round } = work;
  const { random } = client;
  const key = `key_${client.name.replaceAll(/[^a-z0-9]/g, "_")}`;
  const base = stage.propertyBase;
  const row = stage.propertyRow;
  let count = 0;
  const call = (operation: string, input: Call["input"], to = random.between(0, gateways - 1)) =>
    client.call(operation, input, { key: `${round}-${++count}`, to: to % gateways });
  const create = (to?: number) => call("bases.props.create", { base, key, name: key, type: "text" }, to);
  const remove = (prop: string, to?: number) => call("bases.props.delete", { base, prop }, to);
  const restore = (prop: string, to: number) => call("bases.props.restore", { base, prop }, to);

  const propertyId = idOf(await create());
  if (propertyId === undefined) return;
  await call("bases.rows.update", { row, values: { [key]: propertyId } });
  const deletions = await Promise.all([remove(propertyId, 0), remove(propertyId, 1)]);
  const [recreated, ...restored] = await Promise.all([create(2), restore(propertyId, 0), restore(propertyId, 1)]);
  const position = [recreated, ...restored].map((one) => Number(one.position ?? 0)).sort((a, b) => b - a)[0];
  const seen = { to: random.between(0, gateways - 1), position: String(position) };
  const shown = await client.ask("bases.rows.show", { row }, seen);
  const listed = await client.ask("bases.props.list", { base, limit: "500" }, seen);
  if (listed.status !== 200 || shown.status !== 200) return;
  const properties = listed.body?.properties as { id: string; key: string }[];
  const live = properties.filter((one) => one.key === key).map(({ id }) => id);
  history.propertyRounds.push({
    key,
    propertyId,
    deleted: deletions.map(({ status }) => status === 200),
    recreated: recreated.status === 200,
    restored: restored.map(({ status }) => status === 200),
    live,
    value: (shown.body?.row as { values: Record<string, unknown> } | undefined)?.values[key],
  });
  for (const used of new Set([propertyId, ...live])) {
    if (live.includes(used)) await remove(used);
    await call("bases.props.purge", { base, prop: used, execute: true });
  }
}

const idOf = ({ status, body }: Call): string | undefined =>
  status === 200 ? (body?.property as { id: string } | undefined)?.id : undefined;
