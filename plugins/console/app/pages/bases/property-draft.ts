import type { Property } from "@postern/client/api";
import type { OptionDraft } from "./options-input.tsx";
import { hasOptions, type PropertyType } from "./types.ts";

/** A property as it is entered. */
export interface PropertyDraft {
  readonly name: string;
  readonly description: string;
  readonly type: PropertyType;
  readonly isRequired: boolean;
  readonly options: readonly OptionDraft[];
  readonly precision: string;
  readonly format: string;
  readonly currency: string;
  readonly hasTime: boolean;
  readonly agent: string;
  readonly instructions: string;
  readonly output: string;
  /** `user:ann`, `agent:main` or `role:admin`, separated by commas. */
  readonly approvers: string;
}

export function propertyDraft(property?: Property): PropertyDraft {
  const { name = "", description = "", type = "text", required = false, config = {} } = property ?? {};
  return {
    name,
    description,
    type,
    isRequired: required,
    options: config.options ?? [],
    precision: config.precision === undefined ? "" : String(config.precision),
    format: config.format ?? "",
    currency: config.currency ?? "",
    hasTime: config.includeTime ?? false,
    agent: config.agent ?? "",
    instructions: config.instructions ?? "",
    output: config.output ?? "text",
    approvers: (config.approvers ?? [])
      .map(({ kind, userId, minRole }) => `${kind}:${kind === "role" ? minRole : userId}`)
      .join(", "),
  };
}

/** The configuration of the type. Settings that the form does not have are kept. */
export function configOf(draft: PropertyDraft, before?: Property): Record<string, unknown> {
  const { type, options, precision, format, currency, hasTime, agent, instructions, output, approvers } = draft;
  const kept = before?.type === type ? before.config : {};
  if (hasOptions(type)) {
    return {
      options: options
        .filter(({ name }) => name.trim() !== "")
        .map(({ id, name, color, group, archived }) => ({
          ...(id !== undefined && { id }),
          name: name.trim(),
          ...(color !== undefined && { color }),
          ...(group && { group }),
          ...(archived && { archived }),
        })),
    };
  }
  if (type === "number")
    return {
      ...(precision !== "" && { precision: Number(precision) }),
      ...(format !== "" && { format }),
      ...(format === "currency" && { currency: currency.trim().toUpperCase() }),
    };
  if (type === "date") return { ...(hasTime && { includeTime: true }), ...(format !== "" && { format }) };
  if (type === "agent") return { ...kept, agent: agent.trim(), instructions, output };
  if (type === "approval")
    return {
      approvers: approvers
        .split(",")
        .map(approverOf)
        .filter(({ kind }) => kind !== ""),
    };
  return {};
}

function approverOf(text: string): { kind: string; userId?: string; minRole?: string } {
  const [kind = "", name = ""] = text.trim().split(/:(.*)/);
  return kind === "role" ? { kind, minRole: name } : { kind, userId: name };
}
