import { present, type View } from "@postern/core/presentation";
import type { TObject } from "@sinclair/typebox";

/** Declares the view of an answer. Programs get the answer as it is. */
export const withView = <Output extends TObject>(
  output: Output,
  view: View<keyof Output["properties"] & string>,
): Output => present(output, { view });
