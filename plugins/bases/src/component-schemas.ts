import { ConfigInput, ShownApprover, ShownConfig, ShownOption } from "./config-schemas.ts";
import { Point } from "./points.ts";
import { Base, Capabilities, Chart, Condition, Filter, Named, Property, Report, Row, View } from "./schemas.ts";
import { Import } from "./transfer/import.ts";
import { upkeep } from "./upkeep.ts";

/** Schemas that several operations or events share, by the names that they get in generated clients. */
export const schemas = {
  BaseUpkeep: upkeep.item,
  BaseCapabilities: Capabilities,
  Base,
  Chart,
  ChartPoint: Point,
  Property,
  PropertyApprover: ShownApprover,
  PropertyConfig: ShownConfig,
  PropertyConfigInput: ConfigInput,
  PropertyOption: ShownOption,
  Row,
  RowCondition: Condition,
  RowFilter: Filter,
  RowImport: Import,
  SchemaChangeReport: Report,
  SchemaDependent: Named,
  View,
};
