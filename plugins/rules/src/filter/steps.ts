import type { Environment } from "@marcbachmann/cel-js";
import type { Roles } from "./grammar.ts";
import { type Sizes, sizeOf } from "./sizes.ts";

const MAX_STEPS = 30_000;
/** An error has a message with the place and a stack trace, which takes as long as many values. */
const STEPS_OF_ERROR = 100;
/** V8 searches a text for a longer one in quadratic time. */
const MAX_NEEDLE = 250;

/** The part of the library that evaluates each node of an expression, as its macros get it. */
interface Evaluator {
  run(node: unknown, context: unknown): unknown;
  /** Returns an error instead of throwing it: `||`, `&&` and the macros continue after an error. */
  tryEval(node: unknown, context: unknown): unknown;
}

/** Counts the steps of one evaluation at a time. */
export interface Steps {
  /** Evaluates within the limit. Throws `error` when it is exceeded, whatever the expression does with errors. */
  count<T>(roles: Roles, sizes: Sizes, evaluate: () => T): T;
}

/**
 * Makes an environment count its steps. The library gives its evaluator only to macros, so a macro takes it; every node
 * is evaluated through its `run` or `tryEval`.
 */
export function countSteps(environment: Environment): Steps {
  const evaluator = evaluatorOf(environment);
  const run = evaluator.run.bind(evaluator);
  const tryEval = evaluator.tryEval.bind(evaluator);
  let left = Number.POSITIVE_INFINITY;
  let roles: Roles | undefined;
  let sizes: Sizes = new Map();
  let fault: Error | undefined;
  let lastError: unknown;

  function stop(reason: string): never {
    left = -1;
    fault ??= new Error(reason);
    throw fault;
  }

  /** Errors count, since `||` and the macros swallow them. */
  function attempt(node: unknown, context: unknown): unknown {
    try {
      return run(node, context);
    } catch (error) {
      if (error !== lastError) left -= STEPS_OF_ERROR;
      lastError = error;
      throw error;
    }
  }

  evaluator.run = (node, context) => {
    if (--left < 0) stop(TOO_MANY);
    const value = attempt(node, context);
    if (typeof value === "string") {
      if (value.length > MAX_NEEDLE && roles?.needles.has(node))
        stop(`contains() was called with more than ${MAX_NEEDLE} characters`);
      left -= sizeOf(value, sizes);
    } else if (typeof value === "object" && value !== null) {
      const isRead = !roles?.opened.has(node) && !(Array.isArray(value) && roles?.visited.has(node));
      if (isRead) left -= sizeOf(value, sizes);
    }
    if (left < 0) stop(TOO_MANY);
    return value;
  };

  evaluator.tryEval = (node, context) => {
    const value = tryEval(node, context);
    if (fault) throw fault;
    return value;
  };

  return {
    count(given, sized, evaluate) {
      [left, roles, sizes] = [MAX_STEPS, given, sized];
      [fault, lastError] = [undefined, undefined];
      const result = evaluate();
      if (fault) throw fault;
      return result;
    },
  };
}

const TOO_MANY = `The filter takes more than ${MAX_STEPS} steps for this event`;

function evaluatorOf(environment: Environment): Evaluator {
  let found: Evaluator | undefined;
  environment.registerFunction("postern_evaluator(ast): bool", () => ({
    async: false,
    typeCheck: (checker: { getType(name: string): unknown }) => checker.getType("bool"),
    evaluate(evaluator: Evaluator) {
      found = evaluator;
      return true;
    },
  }));
  environment.evaluate("postern_evaluator(true)");
  if (!found) throw new Error("The filter language has no evaluator");
  return found;
}
