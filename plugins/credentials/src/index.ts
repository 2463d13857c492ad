import { definePlugin, perCall } from "@postern/core";
import { sealing } from "@postern/kit/sealing";
import { openBackends } from "./backends/backends.ts";
import { createCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { createDirectory } from "./directory.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import * as operations from "./operations/index.ts";
import { registerIn } from "./providers.ts";
import { createSecrets } from "./secrets.ts";
import { connectionDirectory, secrets } from "./services.ts";
import { createState } from "./state.ts";
import { startSweep } from "./sweep.ts";
import { monitorVault } from "./vault/monitor.ts";
import { createSealing } from "./vault/sealing.ts";
import { whereaboutsOf } from "./whereabouts.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Connection } from "./schemas.ts";

/** Credential connections: secrets that other groups use by reference. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { directory: connectionDirectory, secrets, sealing },
  setup(host) {
    const whereabouts = whereaboutsOf(host.services.gateway);
    const state = createState(openBackends(host, host.config, whereabouts), host.transact, whereabouts);
    host.services.checks?.register(createCheck(state));
    host.services.lasting?.register(setUpItems);
    return {
      services: {
        directory: perCall(createDirectory),
        secrets: createSecrets(host, state, registerIn(state.providers)),
        sealing: createSealing(host, state),
      },
      state,
    };
  },
  start(host) {
    const endSweep = startSweep(host);
    return async () => {
      await endSweep();
      host.state.backends.close();
    };
  },
  workers: [monitorVault],
});
