import type { Config } from "../config-schemas.ts";
import type { Type } from "../schemas.ts";
import { typeOf } from "./index.ts";

interface Typed {
  readonly type: Type;
  readonly config: Config;
}

/** Converts a value to another type by way of text. Undefined if it does not fit. */
export function converted(value: unknown, from: Typed, to: Typed): unknown {
  const reading = typeOf(to.type).parse(typeOf(from.type).write(value, from.config), to.config);
  return "value" in reading ? reading.value : undefined;
}
