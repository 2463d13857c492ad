import { relative } from "node:path";
import { createGateway, type Gateway } from "@postern/core";
import { workspaceIn } from "../folders.ts";
import type { Io } from "../io.ts";
import { openGateway } from "../open-gateway.ts";
import type { OwnRegistration } from "../registration.ts";
import { collectConfigFaults, failedPlugins, withAddress } from "../serving.ts";
import type { Settings } from "../settings.ts";
import type { DevFolder } from "./dev-folder.ts";
import { describeFault } from "./fault.ts";
import type { DevListener } from "./listener.ts";
import { createLoader } from "./load.ts";
import type { Session } from "./session.ts";
import type { Source } from "./source.ts";

export interface Restarts {
  /** Restarts the gateway because these files changed, after a restart in progress. Empty for the first start. */
  request(paths: readonly string[]): void;
  /** Waits for a restart in progress and withdraws the announcement to commands. */
  end(): Promise<void>;
}

interface Setting {
  readonly source: Source;
  readonly place: DevFolder;
  readonly listener: DevListener;
  readonly session: Session;
  readonly registration: OwnRegistration;
  readonly io: Io;
  read(): Promise<Settings>;
  onFirst(gateway: Gateway, settings: Settings): Promise<void>;
}

/** Restarts the gateway with the current plugins; if they cannot be loaded, the previous gateway keeps running. */
export function createRestarts(setting: Setting): Restarts {
  const { source, place, listener, session, registration, io, read, onFirst } = setting;
  const loader = createLoader(source);
  let pending: readonly string[] | undefined;
  let working: Promise<void> | undefined;
  let hasStarted = false;

  async function restart(): Promise<void> {
    const settings = await read();
    const plugins = withAddress(await loader.load(settings), settings, listener.url);
    // Conflicts between plugins are reported here, while the previous gateway still serves.
    createGateway({ plugins });
    const refused: string[] = [];
    const gateway = await session.replace(
      () => openGateway(settings, plugins, { log: collectConfigFaults(refused), background: true, store: place.store }),
      listener.admission,
    );
    for (const fault of refused) io.note(`${fault}\n`);
    const announced = {
      url: listener.url,
      workspace: workspaceIn(settings),
      certificate: listener.certificate,
      failed: failedPlugins(gateway),
    };
    registration.announce(announced, gateway.manifest);
    if (!hasStarted) await onFirst(gateway, settings);
    hasStarted = true;
  }

  async function attempt(paths: readonly string[]): Promise<void> {
    const started = performance.now();
    try {
      await restart();
      const took = Math.round(performance.now() - started);
      const names = paths.map((path) => relative(io.cwd, path)).join(", ");
      if (paths.length > 0) io.note(`Restarted in ${took} ms: ${names} changed\n`);
    } catch (error) {
      const next = session.isServing ? "The gateway keeps running without this change" : "Waiting for a change";
      io.note(`${describeFault(error, source.folder, io.cwd)}\n${next}\n`);
    }
  }

  async function work(): Promise<void> {
    while (pending) {
      const paths = pending;
      pending = undefined;
      await attempt(paths);
    }
    working = undefined;
  }

  return {
    request(paths) {
      pending = [...new Set([...(pending ?? []), ...paths])];
      working ??= work();
    },
    async end() {
      pending = undefined;
      await working;
      registration.withdraw();
    },
  };
}
