import { oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";

export const GatewayName = T.String({
  minLength: 1,
  maxLength: 255,
  description: "Id of the gateway, or its host",
});

/** `lost`: its process has ended without saying so, or has not reported in time. */
export const GatewayState = oneOf("running", "draining", "drained", "lost");

export const HeldWork = T.Object({
  worker: T.String({ description: "Name of the queue or worker" }),
  count: T.Integer({ description: "Number of entries, sessions or connections that it has claimed for itself" }),
});

export const Member = T.Object({
  id: T.String({ description: "Id of the gateway" }),
  host: T.String({ description: "Name of its machine" }),
  state: described(GatewayState, "State: `lost` if it has ended unexpectedly or does not report"),
  version: T.String({ description: "Version of Postern" }),
  startedAt: T.Integer({ description: "Start time, Unix milliseconds" }),
  reportedAt: T.Integer({ description: "Time of its last report, Unix milliseconds" }),
  lag: T.Integer({ description: "Number of commits that it had not noticed at its last report" }),
  held: T.Array(HeldWork, { description: "Work that only it does at its last report" }),
  pid: T.Integer({ description: "Process id on its machine" }),
  isSelf: T.Boolean({ description: "Whether it is the gateway that answers" }),
});
