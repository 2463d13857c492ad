import { AssertionError } from "node:assert";
import type { OperationEntry } from "../define/manifest.ts";
import type { Plugin } from "../define/plugin.ts";
import { createGateway } from "../runtime/gateway.ts";
import type { GatewayOptions } from "../runtime/types.ts";
import { messageOf } from "../storage/errors.ts";
import { assertDeclarations } from "./declarations.ts";
import { answers, descriptions } from "./operations/answers.ts";
import { type Bench, openBench, type Promised } from "./operations/bench.ts";
import { dryRuns } from "./operations/dry-runs.ts";
import { refusals } from "./operations/refusals.ts";

/** Creates new options for the gateway of each operation. */
export type MakeOptions = () => GatewayOptions<readonly Plugin[]>;

/** The contract of an operation. `run` throws BrokenRules if it does not keep it. */
export interface OperationCase {
  readonly operation: string;
  run(): Promise<void>;
}

/** A rule that an operation breaks, and how. */
export interface BrokenRule {
  readonly rule: string;
  readonly error: unknown;
}

/** An operation breaks rules that hold for every operation. */
export class BrokenRules extends AssertionError {
  readonly rules: readonly BrokenRule[];

  constructor(operation: string, rules: readonly BrokenRule[]) {
    const lines = rules.map(({ rule, error }) => `- ${rule}: ${messageOf(error)}`);
    super({ message: `${operation} breaks the contract of operations:\n${lines.join("\n")}` });
    this.rules = rules;
    this.cause = rules[0]?.error;
  }
}

/**
 * The contract that every operation keeps, as a case for each, for any test runner. `groups` limits them to these
 * groups.
 */
export function operationCases(make: MakeOptions, groups?: readonly string[]): OperationCase[] {
  const options = make();
  assertDeclarations(options.plugins.filter(({ name }) => groups?.includes(name) ?? true));
  const { operations } = createGateway(options).manifest;
  const asked = operations.filter(({ group }) => groups === undefined || groups.includes(group));
  return asked.map((operation) => ({ operation: operation.id, run: () => runOn(make, operation) }));
}

/** The same as a suite: `testOperations(() => ({ plugins: [chats()] }), { describe, it })`. */
export function testOperations(
  make: MakeOptions,
  runner: { describe(name: string, body: () => void): unknown; it(name: string, body: () => Promise<void>): unknown },
  groups?: readonly string[],
): void {
  runner.describe("the contract of operations", () => {
    for (const { operation, run } of operationCases(make, groups)) runner.it(`is kept by ${operation}`, run);
  });
}

/** All rules on one gateway: those that compare its store come before those that may change it. */
async function runOn(make: MakeOptions, operation: OperationEntry): Promise<void> {
  const promised: Promised = {
    ...descriptions,
    ...(operation.kind === "command" && dryRuns),
    ...refusals,
    ...answers,
  };
  const bench = await openBench(make());
  try {
    const broken = await brokenOf(promised, bench, operation);
    if (broken.length > 0) throw new BrokenRules(operation.id, broken);
  } finally {
    await bench.stop();
  }
}

async function brokenOf(promised: Promised, bench: Bench, operation: OperationEntry): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const [rule, see] of Object.entries(promised)) {
    try {
      await see(bench, operation);
    } catch (error) {
      broken.push({ rule, error });
    }
  }
  return broken;
}
