import { definePlugin, perCall } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { createDirectory } from "./directory.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { chatDirectory } from "./services.ts";
import { chatsDomain } from "./sync/domain.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";

export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { directory: chatDirectory },
  setup({ services }) {
    services.sync?.register(chatsDomain);
    return { services: { directory: perCall(createDirectory) } };
  },
});
