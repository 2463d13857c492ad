import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/kit/paging";
import { answerAbout, baseIdIn } from "../base.ts";
import { charts, showChart } from "../charts.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { BaseRef, Chart, envelope } from "../schemas.ts";

const Charts = listOf("charts", Chart, {
  id: "id",
  name: "text",
  kind: "plain",
  x: "plain",
  y: "plain",
  updatedAt: ["ago", 1],
});

export const chartsList = defineQuery(group, {
  id: "bases.charts.list",
  summary: "List the charts of a base, oldest first",
  description: "`dangling` lists deleted properties that a chart uses.",
  input: T.Object({ base: BaseRef, ...Charts.fields }),
  output: T.Object({ ...Charts.output.properties, ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [{ title: "All charts of a base", input: { base: "leads" } }],
  resource: baseIdIn,
  run: (ctx, { base: ref, ...page }) =>
    answerAbout(ctx, ref, ({ id }, schema) =>
      Charts.answer(page, within(ctx.store.unchecked, charts, { prefix: [id] }), (chart) => showChart(chart, schema)),
    ),
});
