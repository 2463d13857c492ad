import memory from "@postern/storage-memory";
import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openLinked, openSide, type Side } from "./gateway.ts";

it("reports a group that a gateway without its plugin cannot exchange, until one with it starts again", async () => {
  const storage = memory();
  const missing = async (side: Side) =>
    (await side.post("service.doctor")).findings.filter(({ id }: { id: string }) => id === "sync.plugin_missing");
  const { a } = await openLinked({ a: { storage } });
  expect(await missing(a)).toEqual([]);
  await a.stop();
  const without = await openSide({ storage, plugins: [] });
  await until(async () => expect(await missing(without)).toMatchObject([{ severity: "warning" }]));
  expect((await missing(without))[0].evidence).toContain("The group notes is enabled for sync");
  await without.stop();
  const again = await openSide({ storage });
  await until(async () => expect(await missing(again)).toEqual([]));
});
