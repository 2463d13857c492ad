/** The option of the plugin that lists what references of a backend may name. */
type Option = "env" | "keychain";

/**
 * Whether a list of the configuration contains a name: itself, or its start before a `*` at the end. Otherwise whoever
 * may create connections could send each password of the gateway's own environment to a server of their choice.
 */
const isListed = (list: readonly string[], name: string): boolean =>
  list.some((entry) => (entry.endsWith("*") ? name.startsWith(entry.slice(0, -1)) : name === entry));

/** Why the configuration does not allow a reference; undefined if it does. */
export const refusalOf = (list: readonly string[], name: string, what: string, option: Option): string | undefined =>
  isListed(list, name)
    ? undefined
    : `${what} ${name} is not in the option "${option}" of the plugin credentials. Add it to the configuration of the gateway, if groups may send it to other systems`;
