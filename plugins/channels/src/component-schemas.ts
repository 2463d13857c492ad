import { Note } from "./outbox/entry.ts";
import { outbox } from "./outbox/outbox.ts";
import { Health, ProcessRecord, RunnerEnv, RunnerStatus, RunnerTarget } from "./runner/index.ts";
import { Adapter, AdapterState, Fault, Kind, Outbound, Place, Reaction, RunnerState } from "./schemas.ts";

/** Schemas shared by several operations or events, under the names that generated clients use. */
export const schemas = {
  ChannelOutboxEntry: outbox.item,
  ChannelSendAttempt: Note,
  RunnerEnv,
  RunnerTarget,
  ChannelAdapter: Adapter,
  ChannelKind: Kind,
  ChannelPlace: Place,
  ChannelReaction: Reaction,
  RunnerAdapter: AdapterState,
  RunnerFault: Fault,
  RunnerHealth: Health,
  RunnerOutbound: Outbound,
  RunnerProcess: ProcessRecord,
  RunnerState,
  RunnerStatus,
};
