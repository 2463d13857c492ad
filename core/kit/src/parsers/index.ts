import { type Caller, gatewayErrors } from "@postern/core";
import { ParserFailed, tooMuchOutput } from "./failure.ts";
import type { ProcessLimits } from "./process.ts";
import { takeTurn } from "./turns.ts";
import { keepProcess, takeProcess } from "./warm.ts";

export { type FailureReason, ParserFailed } from "./failure.ts";
export type { ProcessLimits } from "./process.ts";

/** A program that parses files from outside, and what it may use. */
export interface ParserOptions extends ProcessLimits {
  /** A built file that calls `serveParser` of `@postern/kit/parsing`. */
  readonly program: URL;
  /** Maximum size of all answers about one file, in bytes. */
  readonly output: number;
}

/** Who wants a file parsed, and until when. */
export interface ParserCall {
  /** The caller's `principal`: a caller can have only a few files parsed at a time. */
  readonly caller: string;
  readonly signal: AbortSignal;
}

interface CallContext {
  readonly caller: Pick<Caller, "principal">;
  readonly signal: AbortSignal;
}

/** The parser call of an operation's context. */
export const parserCallOf = ({ caller, signal }: CallContext): ParserCall => ({
  caller: caller.principal,
  signal,
});

/** One file being parsed. */
export interface ParserSession {
  /** Sends a message and waits for the answer. Throws ParserFailed if a limit is exceeded or the process ends. */
  ask<Answer>(message: unknown): Promise<Answer>;
  /** Ends the session. Always call it. */
  end(): void;
}

/** Parses files from outside. */
export interface Parser {
  /** Waits for a turn, and opens a session. Throws a 503 error if too many files wait already. */
  open(call: ParserCall): Promise<ParserSession>;
}

/**
 * Defines a parser of files from outside. It runs in a process of its own with limits of memory, time and output: a file
 * can be made so that its parser needs any amount of them, or makes V8 abort the whole process.
 */
export function defineParser({ program, output, ...limits }: ParserOptions): Parser {
  return {
    async open({ caller, signal }) {
      const release = await takeTurn(caller, signal);
      const process = takeProcess(program, limits);
      const before = process.traffic();
      const abort = () => process.end(signal.reason as Error);
      signal.addEventListener("abort", abort, { once: true });
      let [isFirst, isBusy, isOver] = [true, false, false];
      return {
        async ask<Answer>(message: unknown) {
          signal.throwIfAborted();
          isBusy = true;
          const answer = await process.ask({ isFirst, message }).catch(asUnavailable);
          isBusy = false;
          isFirst = false;
          if (process.traffic() - before > output) {
            process.end(tooMuchOutput(output));
            throw tooMuchOutput(output);
          }
          return answerOf<Answer>(answer);
        },
        end() {
          if (isOver) return;
          isOver = true;
          signal.removeEventListener("abort", abort);
          if (isBusy) process.end(new Error("The session has ended"));
          else process.send({ isLast: true });
          keepProcess(program, process);
          // The next process starts when the memory of this one is free.
          if (process.isEnded()) void process.ended.then(release);
          else release();
        },
      };
    },
  };
}

function answerOf<Answer>(said: unknown): Answer {
  const { answer, error } = said as { answer: Answer; error?: string };
  if (error !== undefined) throw new ParserFailed("error", "cannot be read", { cause: new Error(error) });
  return answer;
}

/** A process that does not start is not the fault of the file. */
function asUnavailable(error: unknown): never {
  if (error instanceof ParserFailed && error.reason === "start")
    throw gatewayErrors.Unavailable({ reason: error.message });
  throw error;
}
