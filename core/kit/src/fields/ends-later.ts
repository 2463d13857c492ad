import { type EndsLater, present } from "@postern/core/presentation";
import type { TObject } from "@sinclair/typebox";

/** Declares that the work of a command ends after the call, so that surfaces for people can wait for it. */
export const endsLater = <Output extends TObject>(output: Output, later: EndsLater): Output =>
  present(output, { wait: later });
