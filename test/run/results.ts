import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** One line of the file that results are written to as they come. */
export type Line =
  | { readonly at: number; readonly event: "started" | "ended"; readonly file: string; readonly errors?: string[] }
  | { readonly at: number; readonly event: "outside"; readonly errors: string[] }
  | {
      readonly at: number;
      readonly event: "result";
      readonly file: string;
      readonly test: string;
      readonly state: "passed" | "failed" | "skipped" | "pending";
      readonly ms: number;
      readonly errors?: string[];
    };

/**
 * Appends each result to a file of JSON lines at once: whoever finds the file of a run that was killed knows what had
 * passed, what had failed, and which test files were still running.
 */
export function writeResults(path: string): Reporter {
  const write = (line: Line) => appendFileSync(path, `${JSON.stringify(line)}\n`);
  const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);
  return {
    onTestModuleStart: (module) => write({ at: Date.now(), event: "started", file: fileOf(module) }),
    onTestCaseResult(test) {
      const { state, errors } = test.result();
      write({
        at: Date.now(),
        event: "result",
        file: fileOf(test.module),
        test: test.fullName,
        state,
        ms: Math.round(test.diagnostic()?.duration ?? 0),
        ...(errors && errors.length > 0 && { errors: errors.map(({ stack, message }) => stack ?? message) }),
      });
    },
    onTestModuleEnd(module) {
      const errors = module.errors().map(({ stack, message }) => stack ?? message);
      write({
        at: Date.now(),
        event: "ended",
        file: fileOf(module),
        ...(errors.length > 0 && { errors }),
      });
    },
    // For example that a process which ran tests has crashed.
    onTestRunEnd(_modules, unhandled) {
      const errors = unhandled.map(({ stack, message }) => stack ?? message);
      if (errors.length > 0) write({ at: Date.now(), event: "outside", errors });
    },
  };
}
