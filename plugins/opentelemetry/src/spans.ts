import type { Attributes, Context, Span, SpanOptions } from "@opentelemetry/api";
import type { Cause, MaybePromise } from "@postern/core";
import { isUntried } from "@postern/kit/queue";
import { errorAttributes, isFault } from "./attributes.ts";
import type { Api } from "./load-api.ts";
import { spanContextOf, traceparentOf } from "./traceparent.ts";

/** A span to make around some work. */
interface Spanned<T> extends SpanOptions {
  readonly name: string;
  readonly parent: Context;
  /** Whether spans within the work can be its children. */
  readonly isParent: boolean;
  /** What an error without a code counts as. */
  readonly unknownError: string;
  /** The attributes that are known when the work has ended, and those of a success. */
  ended?(): Attributes;
  done?(result: T): Attributes;
}

/** Makes spans around work, and finds their parents. */
export function createSpans(api: Api) {
  const tracer = api.trace.getTracer("@postern/opentelemetry", "1.0.0");
  const own = new WeakSet<Span>();
  const open = new WeakSet<Span>();

  /**
   * The span of this process that is active, if it can be a parent. Listeners and workers run in the context of whatever
   * woke them: of our own spans, only those count whose work is still running. Commits are written in groups, so the
   * span of a commit never counts.
   */
  function active(): Span | undefined {
    const span = api.trace.getActiveSpan();
    return span && (!own.has(span) || open.has(span)) ? span : undefined;
  }

  /** The context of a new span: the active span if it belongs to the same trace, otherwise the span of the cause. */
  function parentOf(cause: Cause | undefined, isActiveAllowed = true): Context {
    const context = api.context.active();
    const remote = cause?.traceparent === undefined ? undefined : spanContextOf(cause.traceparent);
    const span = isActiveAllowed ? active() : undefined;
    if (span && (!remote || remote.traceId === span.spanContext().traceId)) return context;
    const bare = api.trace.deleteSpan(context);
    return remote ? api.trace.setSpanContext(bare, remote) : bare;
  }

  /** Runs work within a span, and answers what it answers: a promise if that is one. */
  function within<T>(
    { name, parent, isParent, unknownError, ended, done, ...options }: Spanned<T>,
    work: (span: Span) => MaybePromise<T>,
  ): MaybePromise<T> {
    const span = tracer.startSpan(name, options, parent);
    own.add(span);
    if (isParent) open.add(span);
    const end = (attributes: Attributes) => {
      open.delete(span);
      span.setAttributes({ ...ended?.(), ...attributes });
      span.end();
    };
    const succeed = (result: T): T => {
      end(done?.(result) ?? {});
      return result;
    };
    const fail = (error: unknown): never => {
      // Nothing was attempted, and it may be looked at every second: a span that does not end is not reported.
      if (isUntried(error)) throw error;
      if (isFault(error)) span.setStatus({ code: api.SpanStatusCode.ERROR });
      end(errorAttributes(error, unknownError));
      throw error;
    };
    let result: MaybePromise<T>;
    try {
      result = api.context.with(api.trace.setSpan(parent, span), () => work(span));
    } catch (error) {
      return fail(error);
    }
    return result instanceof Promise ? result.then(succeed, fail) : succeed(result);
  }

  /** The cause with a span in the place of its trace. Without an SDK it stays as it is. */
  function causeWith(span: Span, cause: Cause | undefined): Cause | undefined {
    const context = span.spanContext();
    return api.isSpanContextValid(context) ? { depth: 0, ...cause, traceparent: traceparentOf(context) } : cause;
  }

  return { active, parentOf, within, causeWith };
}
