import type { OperationEntry } from "../define/manifest.ts";
import type { Plugin } from "../define/plugin.ts";
import { createGateway } from "../runtime/gateway.ts";
import type { GatewayOptions } from "../runtime/types.ts";
import { assertDeclarations } from "./declarations.ts";
import { answers } from "./operations/answers.ts";
import { openBench, type Promised } from "./operations/bench.ts";
import { dryRuns } from "./operations/dry-runs.ts";
import { refusals } from "./operations/refusals.ts";

/** Creates new options for the gateway of each case. */
export type MakeOptions = () => GatewayOptions<readonly Plugin[]>;

/** A requirement for an operation. `run` throws if it is not met. */
export interface OperationCase {
  readonly operation: string;
  readonly name: string;
  run(): Promise<void>;
}

/**
 * Everything that must hold for every operation, as cases for any test runner. `groups` limits them to these groups.
 */
export function operationCases(make: MakeOptions, groups?: readonly string[]): OperationCase[] {
  const options = make();
  assertDeclarations(options.plugins.filter(({ name }) => groups?.includes(name) ?? true));
  const { operations } = createGateway(options).manifest;
  const asked = operations.filter(({ group }) => groups === undefined || groups.includes(group));
  return asked.flatMap((operation) => {
    const promised: Promised = { ...answers, ...refusals, ...(operation.kind === "command" && dryRuns) };
    return Object.entries(promised).map(([name, see]) => ({
      operation: operation.id,
      name,
      run: () => runOn(make, operation, see),
    }));
  });
}

/** The same as suites: `testOperations(() => ({ plugins: [chats()] }), { describe, it })`. */
export function testOperations(
  make: MakeOptions,
  runner: { describe(name: string, body: () => void): unknown; it(name: string, body: () => Promise<void>): unknown },
  groups?: readonly string[],
): void {
  const cases = operationCases(make, groups);
  for (const id of new Set(cases.map(({ operation }) => operation))) {
    runner.describe(id, () => {
      for (const { operation, name, run } of cases) if (operation === id) runner.it(name, run);
    });
  }
}

async function runOn(make: MakeOptions, operation: OperationEntry, see: Promised[string]): Promise<void> {
  const bench = await openBench(make());
  try {
    await see(bench, operation);
  } finally {
    await bench.stop();
  }
}
