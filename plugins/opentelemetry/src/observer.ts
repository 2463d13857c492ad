import type { Answer, Call, MaybePromise, Observer, Task } from "@postern/core";
import { answerAttributes, callAttributes, taskAttributes, taskName } from "./attributes.ts";
import type { Api } from "./load-api.ts";
import { createSpans } from "./spans.ts";

/** Makes a span for each call, for each of its stages, and for each task. */
export function createObserver(api: Api): Observer {
  const { SERVER, INTERNAL, CONSUMER } = api.SpanKind;
  const { active, parentOf, within, causeWith } = createSpans(api);

  function ofCall<T>(call: Call, work: (call: Call) => MaybePromise<T>): MaybePromise<T> {
    const spanned = {
      name: call.operation.id,
      parent: parentOf(call.cause),
      isParent: true,
      // Instrumentation of HTTP has made a span for the request already.
      kind: call.requestId !== undefined && !active() ? SERVER : INTERNAL,
      attributes: callAttributes(call),
      unknownError: "gateway.internal",
      done: (answer: T) => answerAttributes(call, answer as Answer),
    };
    return within(spanned, (span) => work({ ...call, cause: causeWith(span, call.cause) }));
  }

  return {
    around(stage, work, call) {
      if (stage === "call" && call) return ofCall(call, work);
      // Commits of background work that nothing traces would be traces of one span.
      if (!call && !active()) return work();
      const attributes = call ? { "postern.operation": call.operation.id } : {};
      const name = call ? `${stage} ${call.operation.id}` : stage;
      const isParent = stage !== "commit";
      const spanned = { name, parent: parentOf(call?.cause), isParent, kind: INTERNAL, attributes };
      return within({ ...spanned, unknownError: "gateway.internal" }, () => work());
    },
    task: <T>(task: Task, work: (task: Task) => Promise<T>) => {
      const spanned = {
        name: taskName(task),
        // A worker is woken by any commit: only the cause says what its task follows from.
        parent: parentOf(task.cause, false),
        isParent: true,
        kind: task.facts.entry === undefined ? INTERNAL : CONSUMER,
        unknownError: "failed",
        ended: () => taskAttributes(task),
        done: () => ({ "postern.outcome": "done" }),
      };
      return within<T>(spanned, (span) => work({ ...task, cause: causeWith(span, task.cause) })) as Promise<T>;
    },
  };
}
