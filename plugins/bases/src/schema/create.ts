import { gatewayErrors, omitUndefined, type Static, T } from "@postern/core";
import type { PropertyRecord } from "../collections.ts";
import { PropertyInput } from "../schemas.ts";
import { configured } from "./configure.ts";
import { ranked } from "./rank.ts";

const Given = T.Object(PropertyInput);
type Given = Static<typeof Given>;

/** The properties of a new base. A property can only refer to those before it. */
export function propertiesFrom(
  given: readonly Given[],
  newOption: () => string,
  newId: () => string = () => "prop_",
): PropertyRecord[] {
  const properties: PropertyRecord[] = [];
  given.forEach((one, at) => {
    const property = propertyFrom(one, { properties, path: `/props/${at}` }, newOption, newId());
    if (properties.some(({ key }) => key === property.key)) {
      const message = `must be unique: two properties have the key "${property.key}"`;
      throw gatewayErrors.InvalidInput({ issues: [{ path: `/props/${at}/key`, code: "key", message }] });
    }
    properties.push({ ...property, position: at });
  });
  return ranked(properties);
}

/** A new property as it is stored, without a position. */
export function propertyFrom(
  { name, key = keyOf(name), type, description, config = {}, required = false }: Given,
  { properties, path }: { properties: readonly PropertyRecord[]; path: string },
  newOption: () => string,
  id: string,
): PropertyRecord {
  if (key === undefined) {
    const message = "is required, because no character of the name can be used in a key";
    throw gatewayErrors.InvalidInput({ issues: [{ path: `${path}/key`, code: "required", message }] });
  }
  return omitUndefined({
    id,
    key,
    name,
    description: description || undefined,
    type,
    config: configured(type, config, { properties, path: `${path}/config` }, newOption),
    required,
    position: 0,
  });
}

/** `Due date` becomes `due_date`. Undefined if no character of the name can be used. */
export function keyOf(name: string): string | undefined {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|(?<!_)_+$/g, "")
    .slice(0, 63);
  if (plain === "") return undefined;
  return plain === "constructor" || plain === "prototype" ? `${plain}_` : plain;
}
