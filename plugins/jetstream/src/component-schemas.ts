import { Bridge, Consumer, ShownBridge, ShownConsumer } from "./schemas.ts";

/** Schemas shared by several operations or events, under their names in generated clients. */
export const schemas = {
  JetstreamBridge: Bridge,
  JetstreamBridgeStatus: ShownBridge,
  JetstreamConsumer: Consumer,
  JetstreamConsumerStatus: ShownConsumer,
};
