import type { Config } from "../config-schemas.ts";
import type { Type } from "../schemas.ts";
import { typeOf } from "../types/index.ts";

export interface Inferred {
  readonly type: Type;
  readonly config: Config;
}

const fits = (type: Type, text: string, config: Config = {}): boolean => "value" in typeOf(type).parse(text, config);

/**
 * Types that are recognized, most specific first. Stricter than what the types accept: 1 and 0 are no checkboxes, and
 * a text of digits with a leading zero or more than 9 digits is no number, because it may be a code or a phone number.
 */
const RULES: readonly { type: Type; config?: Config; is(text: string): boolean }[] = [
  { type: "checkbox", is: (text) => /^(true|false|yes|no)$/i.test(text) },
  { type: "number", is: (text) => /^-?(0|[1-9]\d{0,8})(\.\d{1,6})?$/.test(text) },
  { type: "date", is: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && fits("date", text) },
  {
    type: "date",
    config: { includeTime: true },
    is: (text) => /^\d{4}-\d\d-\d\d[T ]/i.test(text) && fits("date", text, { includeTime: true }),
  },
  { type: "url", is: (text) => /^https?:\/\//i.test(text) && fits("url", text) },
  { type: "email", is: (text) => fits("email", text) },
];

/** Finds the type that all values of a column have, which are given one by one. Blank values count for no type. */
export function inference(): { add(text: string): void; result(): Inferred } {
  let rules = RULES;
  let isBlank = true;
  let precision = 0;
  return {
    add(text) {
      if (text === "") return;
      isBlank = false;
      rules = rules.filter(({ is }) => is(text));
      precision = Math.max(precision, text.split(".")[1]?.length ?? 0);
    },
    result() {
      const [rule] = isBlank ? [] : rules;
      if (!rule) return { type: "text", config: {} };
      return { type: rule.type, config: rule.type === "number" ? { precision } : (rule.config ?? {}) };
    },
  };
}
