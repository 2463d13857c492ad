/**
 * What each of the specified operations answers, member by member, as the specification types it. A name that ends in
 * `?` is one that it marks optional; every other one is in every answer.
 */
export type Shape = string | readonly [Shape] | { readonly [name: string]: Shape };

const strings = (...names: string[]) => Object.fromEntries(names.map((name) => [name, "string"]));
const numbers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, "number"]));
const booleans = (...names: string[]) => Object.fromEntries(names.map((name) => [name, "boolean"]));

const message = {
  ...strings("id", "chatId", "actorId", "actorType", "clientMessageId", "sortKey", "state"),
  ...numbers("createdAt", "ingestedAt", "updatedAt", "revision", "providerTimestamp?"),
  content: "object",
  ...strings("agentId?", "channel?", "contactId?", "instanceId?", "messageType?", "normalizedSenderId?"),
  ...strings("platformIdentityId?", "providerMessageId?", "rawChatId?", "rawSenderId?"),
  "rawProvenance?": "object",
};

const list = {
  ...strings("id", "name", "mode", "ownerId", "ownerType", "visibility", "description?"),
  ...numbers("createdAt", "updatedAt", "archivedAt?"),
};

const connection = {
  ...strings("id", "connection", "label", "provider", "secretRef", "backend", "status"),
  scopes: ["string"],
  ...numbers("createdAt", "updatedAt"),
} as const;

const request = {
  ...strings("id", "requestId", "emitId", "text", "agentId?", "sessionKey?", "sessionName?"),
  createdAt: "number",
  metadata: "object",
  source: "object",
  playback: { autoplay: "boolean", ...strings("target", "clientId") },
  target: strings("accountId", "canonicalChatId", "channel", "chatId", "instanceId", "threadId"),
  voice: {
    ...strings("lang", "modelId", "outputFormat", "voiceId", "provider"),
    voiceSettings: { ...numbers("similarityBoost", "speed", "stability", "style"), useSpeakerBoost: "boolean" },
    voiceprovider: {
      ...booleans("applyLanguageTextNormalization", "enableLogging", "usePvcAsIvc"),
      ...strings("applyTextNormalization", "nextText", "previousText"),
      ...numbers("optimizeStreamingLatency", "seed"),
      nextRequestIds: ["string"],
      previousRequestIds: ["string"],
      pronunciationDictionaryLocators: ["string"],
    },
  },
} as const;

const calendar = {
  ...strings("id", "accountId", "color", "description", "name", "ownerId", "ownerType", "providerCalendarId"),
  ...strings("role", "timezone", "status", "visibility"),
  isDefault: "boolean",
  ...numbers("createdAt", "updatedAt", "lastSyncedAt"),
  metadata: "object",
};

const attendee = {
  ...strings("id", "eventId", "agentId", "contactId", "displayName", "email", "normalizedEmail"),
  ...strings("platformIdentityId", "providerAttendeeId", "kind", "responseStatus"),
  ...numbers("createdAt", "updatedAt"),
  raw: "object",
};

const event = {
  ...strings("id", "uid", "icalUid", "accountId", "calendarId", "seriesId", "etag", "title", "description", "location"),
  ...strings("providerEventId", "providerRecurringEventId", "recurrenceRule", "startTimezone", "endTimezone"),
  ...strings("creatorAgentId", "creatorContactId", "creatorPlatformIdentityId"),
  ...strings("organizerAgentId", "organizerContactId", "organizerPlatformIdentityId"),
  ...strings("busyStatus", "status", "visibility", "descriptionRedactionStatus", "locationRedactionStatus"),
  ...numbers("startAt", "endAt", "originalStartAt", "createdAt", "updatedAt", "deletedAt", "sequence"),
  allDay: "boolean",
  recurrence: "object",
  providerProvenance: "object",
  safePayload: "object",
  attendees: [attendee],
} as const;

const outbox = {
  ...strings("id", "accountId", "calendarId", "eventId", "idempotencyKey", "lastErrorCode", "operation", "status"),
  ...numbers("attemptCount", "createdAt", "nextAttemptAt", "updatedAt"),
  payload: "object",
  providerResult: "object",
};

const base = {
  ...strings("id", "name", "slug", "description", "icon", "organizationId", "projectId", "status", "timezone"),
  ...strings("createdAt", "updatedAt"),
  ...numbers("rowCount", "schemaVersion", "version"),
  capabilities: booleans("manage", "readDirect", "writeDirect"),
};

const property = {
  ...strings("id", "key", "name", "description", "type", "deletedAt"),
  position: "number",
  required: "boolean",
  config: {
    "approvers?": [strings("kind", "minRole", "userId")],
    "options?": [{ ...strings("id", "name", "color", "group?"), "archived?": "boolean" }],
  },
} as const;

const named = [strings("id", "name")] as const;
const report = {
  ...numbers("activeRows", "cleared", "converted", "missing"),
  dryRun: "boolean",
  dependents: { charts: named, views: named },
};

const item = {
  ...booleans("archived", "externalAllowed"),
  ...strings("contentHash", "description", "kind", "name", "publishedAt", "ref", "slug", "updatedAt", "scope"),
  version: "number",
  project: strings("id", "slug", "name"),
  publishedBy: strings("name"),
};
const diagnostic = { ...strings("code", "file", "message", "severity"), ...numbers("line", "column") };

const counters = {
  ...numbers("dead", "failed", "pending", "acked?", "applied?", "leased?", "sent?", "skipped?"),
};

const processRecord = {
  ...strings("name", "status"),
  ...booleans("managed", "running"),
  ...numbers("pid|null", "pmId|null", "cpu|null", "memoryBytes|null", "memoryMb|null"),
};

const runner = {
  ...numbers("schemaVersion", "observedAt", "startedAt|null", "pid"),
  running: "boolean",
  outbound: {
    ...strings("stream", "consumer"),
    ...booleans("enabled", "infrastructureReady", "consuming"),
    "lastError?": { ...strings("phase", "message"), at: "number" },
    "lastMessageAt?": "number",
    "publishOutbox?": {
      pendingCount: "number",
      "lastError?": { message: "string", at: "number" },
      ...numbers("lastPublishedAt?", "nextAttemptAt?", "oldestPendingAt?"),
    },
  },
  adapters: [
    {
      ...strings("id", "channelId", "status", "reason?"),
      ...numbers("connectedAt?", "lastPongAt?", "reconnectCount?"),
    },
  ],
} as const;

export const SPECIFIED: Readonly<Record<string, Shape>> = {
  "channels.stop": {
    ...strings("action", "reason?"),
    changed: "boolean",
    ...numbers("pmStatus?|null", "previousPid?"),
    "runnerEnv?": { chatappSocketMode: "boolean", consumeOutbound: "string" },
    "status?": {
      pmAvailable: "boolean",
      processName: "string",
      channels: processRecord,
      processes: [processRecord],
      "health?": { status: "string", reachable: "boolean", checkedAt: "number", "reason?": "string" },
      "runner?|null": runner,
    },
    "target?": strings("bundlePath", "cwd", "sourceProjectRoot?"),
  },
  "chats.messages.create": { ...strings("clientMessageId", "disposition", "messageId"), message },
  "chats.lists.members": "object",
  "chats.lists.recompute": {
    list,
    recompute: { ...numbers("added", "eligible", "kept", "preserved", "removed"), list },
  },
  "credentials.connections.disable": { connection },
  "agents.debounce": "object",
  "audio.tts": { ok: "boolean", request, topic: "string" },
  "calendars.events.respond": { event, outbox },
  "bases.props.restore": { base, ...strings("consoleUrl", "projectRef"), property, report, success: "boolean" },
  "widgets.publish": {
    ...strings("contentHash", "ref"),
    diagnostics: [diagnostic],
    item,
    ...booleans("success", "unchanged"),
    version: "number",
  },
  "calendars.list": { calendars: [calendar] },
  "tasks.profiles.init": "object",
  "prox.calls.profiles.list": "object",
  "tasks.deps.add": "object",
  "agentx.sessions.archive": "object",
  "sync.status": {
    ...strings("consoleUrl", "installationId", "lastDownload", "lastError", "lastUpload"),
    linked: "boolean",
    cursors: [{ ...strings("cursorKey", "cursorValue", "domain", "meta"), updatedAt: "number" }],
    inbox: counters,
    outbox: counters,
    runner: { enabled: "boolean", env: "string", pullDomains: ["string"] },
  },
  "meetings.voice-runtimes": {
    candidates: [
      {
        ...strings("availability", "docsUrl", "id", "kind", "label", "defaultModel?", "providerRuntime?"),
        constraints: ["string"],
        strengths: ["string"],
      },
    ],
    ...strings("defaultRuntimeId", "recommendation"),
  },
};
