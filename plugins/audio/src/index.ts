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
import * as operations from "./operations/index.ts";
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
export * from "./operations/index.ts";
export type { OfferedVoice, Request, RequestHead, ShownRequest, Worker } from "./schemas.ts";

/** Text to speech: requests, workers that generate the sound, and a page that plays it. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
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
