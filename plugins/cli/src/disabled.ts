import type { Manifest } from "@postern/core";
import type { Command } from "commander";
import { Exit, Refusal } from "./exit.ts";
import { isElsewhere } from "./folders.ts";
import { groupState } from "./group-state.ts";
import { FIRST_PARTY } from "./packages.ts";
import type { Settings } from "./settings.ts";

/** Adds a hidden command for a group that does not run, which says why and how to enable it. */
export function addDisabled(program: Command, word: string | undefined, manifest: Manifest, settings: Settings): void {
  const reason = word === undefined || isKnown(program, word, manifest) ? undefined : reasonFor(word, settings);
  if (word === undefined || reason === undefined) return;
  program
    .command(word, { hidden: true })
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw reason;
    });
}

const isKnown = (program: Command, word: string, { groups }: Manifest): boolean =>
  program.commands.some((command) => command.name() === word) || groups.some(({ name }) => name === word);

function reasonFor(name: string, settings: Settings): Refusal | undefined {
  const state = groupState(name, settings);
  if (state?.isEnabled === false) {
    const place = settings.configFile ? ` in ${settings.configFile.path}` : "";
    return new Refusal(`The group "${name}" is disabled${place}. Enable it with "postern config enable ${name}".`);
  }
  if (!FIRST_PARTY.includes(name)) return undefined;
  return new Refusal(
    `The group "${name}" is not available: the gateway was started without it, or the package @postern/${name} is not installed. Restart the gateway, or run "npm install @postern/${name}".`,
    Exit.failed,
  );
}

/** Why a group that a command needs does not run, and how to enable it. */
export function missingGroup(name: string, settings: Settings): Refusal {
  if (!isElsewhere(settings))
    return reasonFor(name, settings) ?? new Refusal(`The group "${name}" does not run`, Exit.failed);
  const there = `Enable it there with "postern config enable ${name}".`;
  return new Refusal(`The group "${name}" does not run in the gateway at ${settings.gateway}. ${there}`, Exit.failed);
}
