import { defineCommand, T } from "@postern/core";
import { ownBridgeOf } from "../bridge.ts";
import { origin } from "../collections.ts";
import { BridgeNotFound, ServerFailed } from "../errors.ts";
import { bridgeTested } from "../events.ts";
import { BridgeId } from "../fields.ts";
import { group } from "../group.ts";
import { subjectOf } from "../nats/subject.ts";
import { withServer } from "../nats/with-server.ts";
import { CLOUD_EVENT } from "../out/message.ts";

export const bridgesSendTest = defineCommand(group, {
  id: "jetstream.bridges.send-test",
  summary: "Publish a test event with a bridge",
  description: "The answer has its position in the stream, or the reason of the failure.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({ id: BridgeId }),
  output: T.Object({
    subject: T.String({ description: "Subject of the message" }),
    stream: T.String({ description: "Stream that has stored it" }),
    sequence: T.Integer({ description: "Sequence of the message in the stream" }),
  }),
  errors: [BridgeNotFound, ServerFailed],
  examples: [{ title: "Test a bridge", input: { id: "bridge_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    const { servers, stream, subject } = await ownBridgeOf(store, caller, id);
    const to = subjectOf(subject, { type: bridgeTested.type, subject: id });
    const server = servers.join(", ");
    return {
      summary: `Publish a test event to ${to} in the stream ${stream} at ${server}`,
      effects: [`publishes to ${server}`],
    };
  },
  async execute({ store, caller, host, now, id: newId, emit }, _plan, { id }) {
    const bridge = await ownBridgeOf(store, caller, id);
    const subject = subjectOf(bridge.subject, { type: bridgeTested.type, subject: id });
    const source = await store.read(origin);
    const event = {
      ...{ specversion: "1.0", id: newId("test_"), source: `//${source}/jetstream`, type: bridgeTested.type },
      ...{ subject: id, time: new Date(now).toISOString(), datacontenttype: "application/json" },
      ...{ actor: caller.contextId, data: { bridgeId: id, contextId: bridge.contextId } },
    };
    const { stream, seq } = await withServer(host, bridge, async ({ jetstream }) => {
      const { headers } = await import("@nats-io/transport-node");
      const header = headers();
      header.set("content-type", CLOUD_EVENT);
      const options = { msgID: `${source}:${event.id}`, headers: header, expect: { streamName: bridge.stream } };
      return jetstream.publish(subject, JSON.stringify(event), options);
    });
    emit(bridgeTested, { bridgeId: id, contextId: bridge.contextId });
    return { subject, stream, sequence: seq };
  },
});
