import { Diagnostic, Item, ProjectOf, PublishedFile, Publisher, SentFile, VersionOf } from "./schemas.ts";

/** Schemas that several operations or events share, by the names that they get in generated clients. */
export const schemas = {
  Widget: Item,
  WidgetDiagnostic: Diagnostic,
  WidgetFile: PublishedFile,
  WidgetProject: ProjectOf,
  WidgetPublisher: Publisher,
  WidgetSentFile: SentFile,
  WidgetVersion: VersionOf,
};
