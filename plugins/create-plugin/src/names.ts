import { CreateRefused } from "./refused.ts";

/** The names of a plugin. */
export interface Names {
  /** Name of the group, such as `my-group`. */
  readonly group: string;
  /** Name of the npm package. */
  readonly name: string;
  /** Title of the group, such as `My group`. */
  readonly title: string;
}

const GROUP = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_GROUP_LENGTH = 32;
const PACKAGE = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const MAX_PACKAGE_LENGTH = 214;
const MAX_TITLE_LENGTH = 32;

/** Groups of Postern: a plugin with the same name would conflict with them. */
const RESERVED =
  "agents agentx approvals audio bases batch calendars channels channels-irc channels-slack channels-telegram channels-xmpp chats cli client console context core credentials events gateway hooks jetstream mcp meetings openapi opentelemetry projects prox reference responders rules schedules service sync tasks widgets".split(
    " ",
  );

/** The names of a plugin; throws {@link CreateRefused} for an invalid name. */
export function namesOf({ group, name, title }: { group: string; name?: string; title?: string }): Names {
  if (!GROUP.test(group) || group.length > MAX_GROUP_LENGTH) {
    throw new CreateRefused(
      `${JSON.stringify(group)} is not a valid group name. Use up to ${MAX_GROUP_LENGTH} lower-case letters, digits and single dashes, starting with a letter, such as my-group`,
    );
  }
  if (RESERVED.includes(group)) {
    throw new CreateRefused(`${JSON.stringify(group)} is a group of Postern. Use another name, such as my-${group}`);
  }
  return { group, name: packageName(name ?? `postern-${group}`), title: titleFrom(title ?? titleOf(group)) };
}

function packageName(name: string): string {
  if (PACKAGE.test(name) && name.length <= MAX_PACKAGE_LENGTH) return name;
  throw new CreateRefused(
    `${JSON.stringify(name)} is not a valid npm package name. Use lower-case letters, digits, dashes, dots and underscores, such as postern-my-group or @me/postern-my-group`,
  );
}

function titleFrom(title: string): string {
  if (title.length <= MAX_TITLE_LENGTH && /^[\p{L}\p{N}][\p{L}\p{N} ,.&()-]*$/u.test(title)) return title;
  throw new CreateRefused(
    `${JSON.stringify(title)} is not a valid title. Use up to ${MAX_TITLE_LENGTH} letters, digits, spaces and , . & ( ) -, such as My group`,
  );
}

/** The default title of a group: `My group` for `my-group`. */
export function titleOf(group: string): string {
  return group.charAt(0).toUpperCase() + group.slice(1).replaceAll("-", " ");
}

/** Replaces the names in a file of the template, which is itself a plugin named `postern-my-group`. */
export function fill(text: string, { group, name, title }: Names): string {
  const words: Readonly<Record<string, string>> = { "postern-my-group": name, "my-group": group, "My group": title };
  return text.replace(/postern-my-group|my-group|My group/g, (word) => words[word] ?? word);
}
