import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The large files first, so that no worker is left alone with a long one at the end. vitest asks for a class. */
export class LargeFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = files.map((file) => ({ file, size: statSync(file.moduleId).size }));
    return weighed.sort((a, b) => b.size - a.size).map(({ file }) => file);
  }
}
