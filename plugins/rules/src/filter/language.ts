import { Environment, type ParseResult } from "@marcbachmann/cel-js";
import { isGatewayError } from "@postern/core";
import { FilterInvalid } from "../errors.ts";
import { isRefused, type Roles, rolesIn } from "./grammar.ts";
import { MAX_EXPRESSION } from "./limits.ts";
import { isTooLarge, measure, type Sizes, type TooLarge } from "./sizes.ts";
import { countSteps } from "./steps.ts";
import type { EventView } from "./view.ts";

const limits = { maxAstNodes: 2_000, maxDepth: 48, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 8 };

export interface Filter {
  /** Whether an event matches. If the expression fails for it, it does not match, and `error` says why. */
  test(view: EventView): { readonly isMatch: boolean; readonly error?: string };
}

export interface FilterLanguage {
  /** Throws `rules.filter_invalid` with the position of what is wrong. */
  compile(expression: string): Filter;
}

/** What the library throws. */
interface CelFault extends Error {
  readonly code: string;
  readonly summary: string;
  readonly range?: { readonly start: number };
}
const isCelFault = (error: unknown): error is CelFault =>
  error instanceof Error && typeof (error as Partial<CelFault>).summary === "string";

/** Filters are a part of the Common Expression Language, in which every expression ends after a limited number of steps. */
export function createFilterLanguage(): FilterLanguage {
  const environment = new Environment({ homogeneousAggregateLiterals: false, limits }).registerVariable("event", "map");
  const steps = countSteps(environment);
  const measured = new WeakMap<EventView, Sizes | TooLarge>();

  function sizesOf(view: EventView): Sizes | TooLarge {
    const sizes = measured.get(view) ?? measure(view);
    measured.set(view, sizes);
    return sizes;
  }

  function compile(expression: string): Filter {
    const { evaluate, roles } = parse(environment, expression);
    return {
      test(view) {
        const sizes = sizesOf(view);
        if (isTooLarge(sizes)) return { isMatch: false, error: sizes.reason };
        try {
          const value: unknown = steps.count(roles, sizes, () => evaluate({ event: view }));
          if (typeof value === "boolean") return { isMatch: value };
          return { isMatch: false, error: `The filter must be true or false, but it is ${nameOf(value)}` };
        } catch (error) {
          return { isMatch: false, error: textOf(error) };
        }
      },
    };
  }

  return { compile };
}

function parse(environment: Environment, expression: string): { evaluate: ParseResult; roles: Roles } {
  const refuse = (at: number, reason: string) => FilterInvalid({ position: at + 1, reason });
  if (expression.length > MAX_EXPRESSION) throw refuse(MAX_EXPRESSION, `it has more than ${MAX_EXPRESSION} characters`);
  if (expression.trim() === "") throw refuse(0, "it is empty");
  try {
    const evaluate = environment.parse(expression);
    const roles = rolesIn(evaluate.ast);
    if (isRefused(roles)) throw refuse(roles.at, roles.reason);
    const { valid, type, error } = evaluate.check();
    if (!valid) throw error;
    if (type !== "bool" && type !== "dyn") throw refuse(0, `it must be true or false, but it is of the type ${type}`);
    return { evaluate, roles };
  } catch (error) {
    if (isGatewayError(error)) throw error;
    if (isCelFault(error)) throw refuse(error.range?.start ?? 0, reasonOf(error));
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw refuse(0, "it is nested too deeply");
    throw error;
  }
}

function reasonOf({ code, summary }: CelFault): string {
  if (/depth/i.test(summary)) return "it is nested too deeply";
  if (code === "unexpected_token" && summary.endsWith("EOF")) return "it ends too early";
  return summary;
}

/** Why an evaluation failed. It contains names of members and types, but no values of the event. */
function textOf(error: unknown): string {
  if (!isCelFault(error)) return error instanceof Error ? error.message : String(error);
  const place = error.range ? ` at character ${error.range.start + 1}` : "";
  return `${error.summary.slice(0, 300)}${place}`;
}

const nameOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "a list" : typeof value === "object" ? "a map" : `a ${typeof value}`;
