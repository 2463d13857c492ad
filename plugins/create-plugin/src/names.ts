import { CreateRefused } from "./refused.ts";

/** The names that differ from one plugin to the next. */
export interface Names {
  /** Of the group, like `my-group`. */
  readonly group: string;
  /** Of the npm package. */
  readonly name: string;
  /** What people read, like `My group`. */
  readonly title: string;
}

const GROUP = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_GROUP = 32;
const PACKAGE = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const LONGEST_PACKAGE = 214;
const LONGEST_TITLE = 32;

/** Groups of the gateway and of its own packages: a plugin of the same name could not run beside them. */
const TAKEN =
  "agents agentx audio bases calendars channels channels-irc channels-slack channels-telegram channels-xmpp chats cli context core credentials events gateway hooks meetings openapi projects prox service sync tasks widgets".split(
    " ",
  );

/** The names of a plugin; throws {@link CreateRefused} where one cannot be used. */
export function namesOf({ group, name, title }: { group: string; name?: string; title?: string }): Names {
  if (!GROUP.test(group) || group.length > LONGEST_GROUP) {
    throw new CreateRefused(
      `${JSON.stringify(group)} cannot be the name of a group. Use up to ${LONGEST_GROUP} lower-case letters, digits and single dashes, and begin with a letter, like my-group`,
    );
  }
  if (TAKEN.includes(group)) {
    throw new CreateRefused(`${JSON.stringify(group)} is a name of Postern itself. Choose another, like my-${group}`);
  }
  return { group, name: packageName(name ?? `postern-${group}`), title: titleFrom(title ?? titleOf(group)) };
}

function packageName(name: string): string {
  if (PACKAGE.test(name) && name.length <= LONGEST_PACKAGE) return name;
  throw new CreateRefused(
    `${JSON.stringify(name)} cannot be the name of an npm package. Use lower-case letters, digits, dashes, dots and underscores, like postern-my-group or @me/postern-my-group`,
  );
}

function titleFrom(title: string): string {
  if (title.length <= LONGEST_TITLE && /^[\p{L}\p{N}][\p{L}\p{N} ,.&()-]*$/u.test(title)) return title;
  throw new CreateRefused(
    `${JSON.stringify(title)} cannot be the title of a group. Use up to ${LONGEST_TITLE} letters, digits, spaces and , . & ( ) -, like My group`,
  );
}

/** The title of a group by default: `my-group` is `My group`. */
export function titleOf(group: string): string {
  return group.charAt(0).toUpperCase() + group.slice(1).replaceAll("-", " ");
}

/** A text of the template with the names of a plugin. The template is itself a plugin, called `postern-my-group`. */
export function fill(text: string, { group, name, title }: Names): string {
  const words: Readonly<Record<string, string>> = { "postern-my-group": name, "my-group": group, "My group": title };
  return text.replace(/postern-my-group|my-group|My group/g, (word) => words[word] ?? word);
}
