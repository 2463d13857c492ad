import { type CommandContext, gatewayErrors, omitUndefined } from "@postern/core";
import { answerFrom } from "@postern/core/fields";
import type { PropertyRecord } from "../collections.ts";
import { type Config, type ConfigInput, ShownApprover, ShownOption } from "../config-schemas.ts";
import { Property, type Type } from "../schemas.ts";
import { typeOf } from "../types/index.ts";
import { propertyOf } from "./find.ts";

/** What configuring needs to know of the base: its properties, for those that look at others. */
interface Around {
  readonly properties: readonly PropertyRecord[];
  readonly before?: PropertyRecord;
  /** Where the fault is told: a JSON pointer. */
  readonly path: string;
}

/**
 * The configuration of a property as it is kept, or 400. Options get ids that stay; what refers to other properties is
 * kept by id. `newId` makes the options' ids: a plan, which shows none, gives placeholders.
 */
export function configured(type: Type, given: ConfigInput, around: Around, newId: () => string): Config {
  const { settings, configure } = typeOf(type);
  const wrong = Object.keys(given).find((name) => !settings.includes(name as keyof Config));
  if (wrong) {
    const takes = settings.length === 0 ? "takes no configuration" : `takes ${settings.join(", ")}`;
    throw faultAt(`${around.path}/${wrong}`, "config", `a property of type ${type} ${takes}`);
  }
  const { options, inputs, resetOn, approvers, ...rest } = given;
  const config: Config = omitUndefined({
    ...rest,
    options: options && optionsOf(options, around, newId),
    inputs: inputs && idsOf(inputs, around, "inputs"),
    resetOn: resetOn && idsOf(resetOn, around, "resetOn"),
    // What an answer shows as empty may be sent back.
    approvers: approvers?.map(({ kind, userId, minRole }) =>
      omitUndefined({ kind, userId: userId || undefined, minRole: minRole || undefined }),
    ),
  });
  assertApprovers(config, around.path);
  const kept = configure?.(config) ?? config;
  if ("fault" in kept) throw faultAt(`${around.path}${kept.path}`, "config", kept.fault);
  return kept;
}

function optionsOf(given: NonNullable<ConfigInput["options"]>, { before, path }: Around, newId: () => string) {
  const known = new Map((before?.config.options ?? []).map((option) => [option.id, option]));
  const byName = new Map([...known.values()].map((option) => [option.name, option]));
  const names = new Set<string>();
  const ids = new Set<string>();
  return given.map(({ id, ...said }, at) => {
    if (id !== undefined && !known.has(id)) {
      throw faultAt(
        `${path}/options/${at}/id`,
        "option",
        "must be the id of an option that is there; new ones get theirs",
      );
    }
    // An option that is given by its name alone stays the one it was.
    const kept = id ?? byName.get(said.name)?.id ?? newId();
    if (names.has(said.name) || (known.has(kept) && ids.has(kept))) {
      throw faultAt(`${path}/options/${at}`, "option", `there are two options ${said.name}`);
    }
    names.add(said.name);
    ids.add(kept);
    return { id: kept, ...said };
  });
}

function idsOf(refs: readonly string[], { properties, before, path }: Around, member: string): string[] {
  return refs.map((ref, at) => {
    const found = properties.some(({ id, key }) => id === ref || key === ref);
    if (!found) throw faultAt(`${path}/${member}/${at}`, "property", `there is no property ${ref}`);
    const { id } = propertyOf({ properties: [...properties] }, ref);
    if (id === before?.id) throw faultAt(`${path}/${member}/${at}`, "property", "a property cannot look at itself");
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
    const message = kind === "role" ? "a role has minRole and no userId" : `a ${kind} has userId and no minRole`;
    throw faultAt(`${path}/approvers/${at}`, "approver", message);
  });
}

const faultAt = (path: string, code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code, message }] });

/** New ids for the options of a call. */
export const optionIds =
  ({ id }: Pick<CommandContext, "id">) =>
  () =>
    id("opt_");

/** A property as callers see it: other properties by their keys. */
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
