import { type CommandContext, gatewayErrors, omitUndefined } from "@postern/core";
import { answerFrom } from "@postern/kit/fields";
import type { PropertyRecord } from "../collections.ts";
import { type Config, type ConfigInput, ShownApprover, ShownOption } from "../config-schemas.ts";
import { Property, type Type } from "../schemas.ts";
import { typeOf } from "../types/index.ts";
import { propertyOf } from "./find.ts";

/** The base that a property is configured in: its properties, for references to them. */
interface ConfigContext {
  readonly properties: readonly PropertyRecord[];
  readonly before?: PropertyRecord;
  /** JSON pointer to the configuration, for errors. */
  readonly path: string;
}

/**
 * The configuration of a property as it is stored. Throws a 400 error if it is invalid. Options get permanent ids, and
 * references to properties are stored by id. `newId` creates ids of options: a plan, which shows none, uses
 * placeholders.
 */
export function configured(type: Type, given: ConfigInput, around: ConfigContext, newId: () => string): Config {
  const { settings, configure } = typeOf(type);
  const wrong = Object.keys(given).find((name) => !settings.includes(name as keyof Config));
  if (wrong) {
    const takes = settings.length === 0 ? "has no settings" : `has the settings ${settings.join(", ")}`;
    throw faultAt(`${around.path}/${wrong}`, "config", `is not a setting of the type ${type}, which ${takes}`);
  }
  const { options, inputs, resetOn, approvers, ...rest } = given;
  const config: Config = omitUndefined({
    ...rest,
    options: options && optionsOf(options, around, newId),
    inputs: inputs && idsOf(inputs, around, "inputs"),
    resetOn: resetOn && idsOf(resetOn, around, "resetOn"),
    // Answers show missing members as empty strings, and callers may send them back.
    approvers: approvers?.map(({ kind, userId, minRole }) =>
      omitUndefined({ kind, userId: userId || undefined, minRole: minRole || undefined }),
    ),
  });
  assertApprovers(config, around.path);
  const kept = configure?.(config) ?? config;
  if ("fault" in kept) throw faultAt(`${around.path}${kept.path}`, "config", kept.fault);
  return kept;
}

function optionsOf(given: NonNullable<ConfigInput["options"]>, { before, path }: ConfigContext, newId: () => string) {
  const known = new Map((before?.config.options ?? []).map((option) => [option.id, option]));
  const byName = new Map([...known.values()].map((option) => [option.name, option]));
  const names = new Set<string>();
  const ids = new Set<string>();
  return given.map(({ id, ...option }, at) => {
    if (id !== undefined && !known.has(id)) {
      throw faultAt(
        `${path}/options/${at}/id`,
        "option",
        "must be the id of an existing option; leave out the id for a new option",
      );
    }
    // An option without an id keeps the id of the option with the same name.
    const kept = id ?? byName.get(option.name)?.id ?? newId();
    if (names.has(option.name) || (known.has(kept) && ids.has(kept))) {
      throw faultAt(`${path}/options/${at}`, "option", `must not repeat the option "${option.name}"`);
    }
    names.add(option.name);
    ids.add(kept);
    return { id: kept, ...option };
  });
}

function idsOf(refs: readonly string[], { properties, before, path }: ConfigContext, member: string): string[] {
  return refs.map((ref, at) => {
    const found = properties.some(({ id, key }) => id === ref || key === ref);
    if (!found)
      throw faultAt(`${path}/${member}/${at}`, "property", `must be a property of this base: "${ref}" does not exist`);
    const { id } = propertyOf({ properties: [...properties] }, ref);
    if (id === before?.id) throw faultAt(`${path}/${member}/${at}`, "property", "must not be the property itself");
    return id;
  });
}

function assertApprovers({ approvers = [] }: Config, path: string): void {
  approvers.forEach(({ kind, userId, minRole }, at) => {
    if (
      kind === "role" ? minRole !== undefined && userId === undefined : userId !== undefined && minRole === undefined
    ) {
      return;
    }
    const message =
      kind === "role"
        ? "must have minRole and no userId for a role"
        : `must have userId and no minRole for kind ${kind}`;
    throw faultAt(`${path}/approvers/${at}`, "approver", message);
  });
}

const faultAt = (path: string, code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code, message }] });

export const optionIds =
  ({ id }: Pick<CommandContext, "id">) =>
  () =>
    id("opt_");

/** A property in answers, with references to other properties by key. */
export function showProperty(property: PropertyRecord, all: readonly PropertyRecord[]): Property {
  const { inputs, resetOn, options, approvers } = property.config;
  const keys = (ids: readonly string[] | undefined) =>
    ids?.flatMap((id) => all.find((one) => one.id === id)?.key ?? []);
  const config = omitUndefined({
    ...property.config,
    inputs: keys(inputs),
    resetOn: keys(resetOn),
    options: options?.map(shownOption),
    approvers: approvers?.map(shownApprover),
  });
  return shownProperty({ ...property, config });
}
const shownProperty = answerFrom(Property);
const shownOption = answerFrom(ShownOption);
const shownApprover = answerFrom(ShownApprover);
