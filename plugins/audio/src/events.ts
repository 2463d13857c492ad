import { defineEvent, T } from "@postern/core";
import { Provider, Request, RequestHead } from "./schemas.ts";

const subject = ({ request }: { request: { id: string } }) => request.id;
const requestIs = (summary: string) => ({ summary, data: T.Object({ request: RequestHead }), subject });

/** The data includes the text: callers who may read requests may read and hear their texts. */
export const requestPublished = defineEvent("audio.request.published", {
  summary: "A speech request was published",
  topic: "svc.tts",
  data: Request,
  subject: ({ id }) => id,
});

export const requestStarted = defineEvent(
  "audio.request.started",
  requestIs("A worker started to generate the sound of a request"),
);
export const requestDelayed = defineEvent(
  "audio.request.delayed",
  requestIs("A request was delayed; `error` says why"),
);
export const requestReady = defineEvent("audio.request.ready", requestIs("The sound of a request is ready"));
export const requestClaimed = defineEvent(
  "audio.request.claimed",
  requestIs("A client claimed a request for playback"),
);
export const requestPlayed = defineEvent("audio.request.played", requestIs("A request was played"));
export const requestFailed = defineEvent(
  "audio.request.failed",
  requestIs("The generation or playback of a request failed"),
);
export const requestCancelled = defineEvent("audio.request.cancelled", requestIs("A request was cancelled"));
export const requestRetried = defineEvent("audio.request.retried", requestIs("A request was retried"));
export const requestRemoved = defineEvent("audio.request.removed", {
  summary: "A request was deleted with its text and sound, by a caller or because of its age",
  data: T.Object({ id: T.String({ description: "Request id" }) }),
  subject: ({ id }) => id,
});

const worker = {
  provider: Provider,
  connectionId: T.Optional(T.String({ description: "Id of the credential connection" })),
};

export const workerStopped = defineEvent("audio.worker.stopped", {
  summary: "The worker of a provider was stopped",
  data: T.Object({
    ...worker,
    code: T.String({ description: "Machine-readable reason" }),
    reason: T.String({ description: "Why the worker was stopped" }),
  }),
  subject: ({ provider }) => provider,
});
export const workerResumed = defineEvent("audio.worker.resumed", {
  summary: "The worker of a provider was resumed",
  data: T.Object(worker),
  subject: ({ provider }) => provider,
});
