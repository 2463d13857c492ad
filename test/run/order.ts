import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that start programs and wait for them. */
const SLOW = /\/(cli-[a-z-]+|readme|crash|people|order|process(es)?(-[a-z0-9]+)?|[a-z]+-processes)\.test\.ts$/;

/**
 * The slow files first and the largest of them before the others, so that no worker is left alone with a long one at
 * the end. vitest asks for a class.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = files.map((file) => ({ file, slow: SLOW.test(file.moduleId), size: statSync(file.moduleId).size }));
    weighed.sort((a, b) => Number(b.slow) - Number(a.slow) || b.size - a.size);
    return weighed.map(({ file }) => file);
  }
}
