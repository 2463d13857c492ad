import { defineEvent, T } from "@postern/core";
import { Provider, Request, RequestHead } from "./schemas.ts";

const subject = ({ request }: { request: { id: string } }) => request.id;
const requestIs = (summary: string) => ({ summary, data: T.Object({ request: RequestHead }), subject });

/** Its data is the request itself, text included: who may read requests may read, and hear, what they say. */
export const requestPublished = defineEvent("audio.request.published", {
  summary: "A text is to be spoken and played",
  topic: "svc.tts",
  data: Request,
  subject: ({ id }) => id,
});

export const requestStarted = defineEvent("audio.request.started", requestIs("A worker turns a request into sound"));
export const requestDelayed = defineEvent(
  "audio.request.delayed",
  requestIs("A request could not be spoken yet: it waits, and says why"),
);
export const requestReady = defineEvent("audio.request.ready", requestIs("The sound of a request is there"));
export const requestClaimed = defineEvent("audio.request.claimed", requestIs("A client plays a request"));
export const requestPlayed = defineEvent("audio.request.played", requestIs("A client has played a request"));
export const requestFailed = defineEvent(
  "audio.request.failed",
  requestIs("A request could not be spoken, or not be played"),
);
export const requestCancelled = defineEvent("audio.request.cancelled", requestIs("A request was cancelled"));
export const requestRetried = defineEvent("audio.request.retried", requestIs("A request gets another try"));
export const requestRemoved = defineEvent("audio.request.removed", {
  summary: "A request was removed, with its text and its sound: somebody asked for it, or it was old",
  data: T.Object({ id: T.String() }),
  subject: ({ id }) => id,
});

const worker = { provider: Provider, connectionId: T.Optional(T.String()) };

export const workerStopped = defineEvent("audio.worker.stopped", {
  summary: "A provider's worker has stopped: what is to be spoken waits",
  data: T.Object({ ...worker, code: T.String(), reason: T.String() }),
  subject: ({ provider }) => provider,
});
export const workerResumed = defineEvent("audio.worker.resumed", {
  summary: "A provider's worker goes on with what has waited",
  data: T.Object(worker),
  subject: ({ provider }) => provider,
});
