/** How people write the fields of operations and see their answers: what schemas say, and surfaces read. */
export type { Column, Renderer } from "./column.ts";
export type { EndsLater } from "./ends-later.ts";
export type { LocalTime, Source } from "./local-time.ts";
export { type Presentation, present, presentationOf, withoutPresentation } from "./presentation.ts";
export type { Reference } from "./reference.ts";
export type { BoardView, DaysView, StatusView, View } from "./view.ts";
