import { Validator } from "@cfworker/json-schema";
import type { TObject } from "@sinclair/typebox";
import { assertDeclared, assertDistinct } from "./declared.ts";
import type { Operation } from "./operation.ts";
import type { Plugin } from "./plugin.ts";
import { read } from "./validate.ts";

const checked = new WeakSet<Operation>();

/** Throws, naming plugin and place, what can be known to be wrong about plugins before they run. */
export function assertSound(plugins: readonly Plugin[]): void {
  plugins.forEach(assertDeclared);
  plugins.forEach(assertExamples);
  assertDistinct(plugins);
}

function assertExamples(plugin: Plugin): void {
  for (const operation of plugin.operations) {
    if (checked.has(operation)) continue;
    for (const { title, input } of operation.examples) {
      const { execute: _, ...asked } = input;
      // To compile the schemas of all operations would take seconds: one is compiled for the words of an error alone.
      const isFine =
        new Validator(operation.input, "2020-12").validate(asked).valid && isInRange(operation.input, asked);
      const issues = isFine ? [] : read(operation.input, structuredClone(asked));
      if (issues.length > 0)
        throw new Error(
          `Plugin ${plugin.name} ${plugin.version}: the example ${JSON.stringify(title)} of ${operation.id} does not fit its input: ${issues.map(({ path, message }) => `${path || "/"} ${message}`).join("; ")}`,
        );
    }
    checked.add(operation);
  }
}

/** Our one keyword that limits a value; only fields of the input itself have it. */
const isInRange = ({ properties }: TObject, asked: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(properties).every(([name, { "x-range": range }]) => {
    const number = Number(asked[name] ?? Number.NaN);
    return !range || !(number < range[0] || number > range[1]);
  });
