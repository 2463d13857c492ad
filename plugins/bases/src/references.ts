import { T } from "@postern/core";
import { refersTo } from "@postern/kit/fields";

export const BaseRef = refersTo(T.String({ minLength: 1, maxLength: 128, description: "Id or slug of the base" }), {
  list: "bases.list",
  names: ["slug", "name"],
});
export const PropRef = refersTo(T.String({ minLength: 1, maxLength: 128, description: "Id or key of the property" }), {
  list: "bases.props.list",
  names: ["key", "name"],
  from: { base: "base" },
});
export const RowId = refersTo(T.String({ pattern: "^row_[0-9a-f]{24}$", description: "Id of the row" }), {
  list: "bases.rows.find",
});
export const ViewRef = refersTo(T.String({ minLength: 1, maxLength: 200, description: "Id or name of the view" }), {
  list: "bases.views.list",
  names: ["name"],
  from: { base: "base" },
});
export const ChartId = refersTo(T.String({ pattern: "^chart_[0-9a-f]{24}$", description: "Id of the chart" }), {
  list: "bases.charts.list",
  names: ["name"],
  from: { base: "base" },
});
export const ProjectRef = refersTo(
  T.String({
    minLength: 1,
    maxLength: 128,
    description: "Id or slug of the project, or `local` for no project",
  }),
  { list: "projects.list", names: ["slug", "name"] },
);
