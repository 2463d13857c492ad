import { Point } from "./points.ts";
import {
  Approver,
  Base,
  Capabilities,
  Chart,
  Condition,
  Config,
  ConfigInput,
  Filter,
  Named,
  Property,
  Report,
  Row,
  View,
} from "./schemas.ts";
import { Import } from "./transfer/import.ts";
import { upkeep } from "./upkeep.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
  BaseUpkeep: upkeep.item,
  BaseCapabilities: Capabilities,
  Base,
  Chart,
  ChartPoint: Point,
  Property,
  PropertyApprover: Approver,
  PropertyConfig: Config,
  PropertyConfigInput: ConfigInput,
  Row,
  RowCondition: Condition,
  RowFilter: Filter,
  RowImport: Import,
  SchemaChangeReport: Report,
  SchemaDependent: Named,
  View,
};
