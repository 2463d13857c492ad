import { Diagnostic, Item, ProjectOf, PublishedFile, Publisher, SentFile, VersionOf } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
  Widget: Item,
  WidgetDiagnostic: Diagnostic,
  WidgetFile: PublishedFile,
  WidgetProject: ProjectOf,
  WidgetPublisher: Publisher,
  WidgetSentFile: SentFile,
  WidgetVersion: VersionOf,
};
