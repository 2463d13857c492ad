/** jCal as parsed by ical.js: a property consists of its name, parameters, type and values. */
export type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
];
export type Component = [name: string, properties: Property[], components: Component[]];

/** A component that cannot be imported. The message is for the author of the text. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

export const propertyOf = ([, properties]: Component, name: string): Property | undefined =>
  properties.find(([own]) => own === name);
export const propertiesOf = ([, properties]: Component, name: string): Property[] =>
  properties.filter(([own]) => own === name);

/** The first value of a property as text. */
export function textOf(component: Component, name: string): string | undefined {
  const value = propertyOf(component, name)?.[3];
  return value === undefined ? undefined : String(Array.isArray(value) ? value.join(";") : value);
}

export function parameterOf([, parameters]: Property, name: string): string | undefined {
  const value = parameters[name];
  return Array.isArray(value) ? value[0] : value;
}
