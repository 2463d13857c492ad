/*
 * The packages of Postern that run if they are installed. Each import is written out, so that a bundler can include them.
 */
const GROUPS: Readonly<Record<string, () => Promise<unknown>>> = {
  context: () => import("@postern/context"),
  service: () => import("@postern/service"),
  events: () => import("@postern/events"),
  hooks: () => import("@postern/hooks"),
  jetstream: () => import("@postern/jetstream"),
  approvals: () => import("@postern/approvals"),
  credentials: () => import("@postern/credentials"),
  projects: () => import("@postern/projects"),
  agents: () => import("@postern/agents"),
  chats: () => import("@postern/chats"),
  audio: () => import("@postern/audio"),
  calendars: () => import("@postern/calendars"),
  widgets: () => import("@postern/widgets"),
  tasks: () => import("@postern/tasks"),
  bases: () => import("@postern/bases"),
  prox: () => import("@postern/prox"),
  meetings: () => import("@postern/meetings"),
  channels: () => import("@postern/channels"),
  "channels-irc": () => import("@postern/channels-irc"),
  "channels-xmpp": () => import("@postern/channels-xmpp"),
  "channels-slack": () => import("@postern/channels-slack"),
  "channels-telegram": () => import("@postern/channels-telegram"),
  agentx: () => import("@postern/agentx"),
  responders: () => import("@postern/responders"),
  rules: () => import("@postern/rules"),
  schedules: () => import("@postern/schedules"),
  sync: () => import("@postern/sync"),
  batch: () => import("@postern/batch"),
  mcp: () => import("@postern/mcp"),
  openapi: () => import("@postern/openapi"),
  reference: () => import("@postern/reference"),
  console: () => import("@postern/console"),
};

const OTHERS: Readonly<Record<string, () => Promise<unknown>>> = {
  "@postern/storage-memory": () => import("@postern/storage-memory"),
  "@postern/storage-lmdb": () => import("@postern/storage-lmdb"),
  "@postern/storage-postgres": () => import("@postern/storage-postgres"),
  "@postern/storage-postgres/blobs": () => import("@postern/storage-postgres/blobs"),
  "@postern/storage-s3": () => import("@postern/storage-s3"),
  "unstorage/drivers/fs": () => import("unstorage/drivers/fs"),
};

/** The groups of Postern. Each is a separate package and runs if it is installed. */
export const FIRST_PARTY: readonly string[] = Object.keys(GROUPS);

const OURS = {
  ...Object.fromEntries(Object.entries(GROUPS).map(([name, load]) => [`@postern/${name}`, load])),
  ...OTHERS,
};

/** Imports a package by a name that a configuration may contain. */
export const importPackage = (specifier: string): Promise<unknown> =>
  Object.hasOwn(OURS, specifier) ? (OURS[specifier] as () => Promise<unknown>)() : import(specifier);
