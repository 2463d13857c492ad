import type { TSchema } from "@sinclair/typebox";

/** The members a schema declares, in the form that is fastest to compare. */
interface Shape {
  /** Whether members that are not declared are allowed. */
  readonly isOpen: boolean;
  readonly members: ReadonlyMap<string, Shape>;
  readonly items: Shape | undefined;
}

/** A member is declared if any of the schemas declares it: the members of a union are merged. */
function shapeOf(given: readonly TSchema[]): Shape {
  const schemas = given.flatMap(alternatives);
  const objects = schemas.filter(({ properties }) => properties !== undefined);
  const members = new Map<string, TSchema[]>();
  for (const { properties } of objects)
    for (const [name, one] of Object.entries<TSchema>(properties))
      members.set(name, [...(members.get(name) ?? []), one]);
  const items = schemas.flatMap(({ items }) => (items ? [items as TSchema] : []));
  return {
    isOpen: objects.length === 0 || schemas.some(isOpen),
    members: new Map([...members].map(([name, all]) => [name, shapeOf(all)])),
    items: items.length > 0 ? shapeOf(items) : undefined,
  };
}

/** The schema and the members of its unions and intersections. */
export function alternatives(schema: TSchema): TSchema[] {
  const { anyOf = [], oneOf = [], allOf = [] } = schema as Record<string, TSchema[] | undefined>;
  return [schema, ...[...anyOf, ...oneOf, ...allOf].flatMap(alternatives)];
}

const isOpen = ({ $ref, type, properties, patternProperties, additionalProperties }: TSchema): boolean =>
  [$ref, patternProperties, additionalProperties || undefined].some((one) => one !== undefined) ||
  (type === "object" && properties === undefined);

/**
 * Returns a function that removes the members a schema does not declare, so that a record answered as a whole does not
 * expose what a plugin stores for itself. `onRemoved` gets the path of each. A value without any is returned unchanged.
 */
export function declaredMembers(schema: TSchema): (value: unknown, onRemoved?: (path: string) => void) => unknown {
  let shape: Shape | undefined;
  return (value, onRemoved = () => {}) => {
    shape ??= shapeOf([schema]);
    return trimmed(shape, value, "", onRemoved);
  };
}

function trimmed(shape: Shape, value: unknown, path: string, onRemoved: (path: string) => void): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = shape;
    if (!items) return value;
    const copy = value.map((item) => trimmed(items, item, path, onRemoved));
    return copy.every((item, at) => item === value[at]) ? value : copy;
  }
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    const old = (value as Record<string, unknown>)[name];
    const member = shape.members.get(name);
    if (member ? typeof old !== "object" : shape.isOpen) continue;
    if (!member) onRemoved(`${path}/${name}`);
    const now = member && trimmed(member, old, `${path}/${name}`, onRemoved);
    if (member && now === old) continue;
    copy ??= { ...value };
    if (member) copy[name] = now;
    else delete copy[name];
  }
  return copy ?? value;
}
