import { definePlugin, type PluginContext } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import {
  requestCancelled,
  requestClaimed,
  requestDelayed,
  requestFailed,
  requestPlayed,
  requestPublished,
  requestReady,
  requestRemoved,
  requestRetried,
  requestStarted,
  workerResumed,
  workerStopped,
} from "./events.ts";
import { group } from "./group.ts";
import { stopEngine } from "./local/speaker.ts";
import { requestsAck } from "./operations/requests.ack.ts";
import { requestsCancel } from "./operations/requests.cancel.ts";
import { requestsClaim } from "./operations/requests.claim.ts";
import { requestsList } from "./operations/requests.list.ts";
import { requestsRemove } from "./operations/requests.remove.ts";
import { requestsRetry } from "./operations/requests.retry.ts";
import { requestsShow } from "./operations/requests.show.ts";
import { tts } from "./operations/tts.ts";
import { voicesList } from "./operations/voices.list.ts";
import { workersList } from "./operations/workers.list.ts";
import { workersResume } from "./operations/workers.resume.ts";
import { player } from "./player.ts";
import { providerFor } from "./provider.ts";
import { sound } from "./sound-route.ts";
import { createState } from "./state.ts";
import { sweep } from "./sweep.ts";
import { addressOf } from "./voiceprovider/address.ts";
import { failDeadRequests, observeConnections } from "./work/follow.ts";
import { keepResuming } from "./work/resume.ts";
import { work } from "./work/work.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { OfferedVoice, Request, RequestHead, ShownRequest, Worker } from "./schemas.ts";
export {
  requestsAck,
  requestsCancel,
  requestsClaim,
  requestsList,
  requestsRemove,
  requestsRetry,
  requestsShow,
  tts,
  voicesList,
  workersList,
  workersResume,
};

/** Text to speech: requests, workers that generate the sound, and a page that plays it. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [
    tts,
    requestsList,
    requestsShow,
    requestsCancel,
    requestsClaim,
    requestsAck,
    requestsRetry,
    requestsRemove,
    voicesList,
    workersList,
    workersResume,
  ],
  events: [
    requestPublished,
    requestStarted,
    requestDelayed,
    requestReady,
    requestClaimed,
    requestPlayed,
    requestFailed,
    requestCancelled,
    requestRetried,
    requestRemoved,
    workerStopped,
    workerResumed,
  ],
  setup: () => ({ state: createState() }),
  workers: [work, failDeadRequests, observeConnections, sweep],
  start,
  routes: [sound, player],
});

function start(host: PluginContext<typeof group>) {
  // Throws at the start if the URL would expose the key.
  addressOf(host.config);
  const unregister = host.services.secrets?.register(providerFor(host));
  const ends = [keepResuming(host), () => stopEngine(host.state)];
  return async () => {
    unregister?.();
    await Promise.all(ends.map((end) => end()));
  };
}
