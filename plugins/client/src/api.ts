// Written by "npm run api" from the operations of this repository. Do not edit it.

/** Every operation by its id. */
export interface Api {
  "~errors": Errors;
  "~events": Events;
  /**
   * Archive an agent
   * An archived agent has no turns, and messages sent while it is archived are never delivered to it. Pending messages are kept until the agent is restored or they are discarded. Archiving an archived agent has no effect.
   * Scope: agents:write
   */
  "agents.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id */
      id: string;
    };
    output: {
      /** Agent after the change */
      agent: Agent;
    };
    errors: "agents.agent_not_found";
  };
  /**
   * Create an agent
   * The agent receives all further messages of chats whose agentId is its id.
   * Scope: agents:write
   */
  "agents.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id; chats refer to it as agentId */
      id: string;
      /** Display name; empty for none */
      name?: string;
      /** Description of the agent; empty for none */
      description?: string;
      /** Absolute path of the agent's working folder; empty for none. Its existence is not checked */
      cwd?: string;
      /** Language model of the agent; empty for none */
      model?: string;
      /** Instructions for the model of a responder (its system prompt); empty for none. Must not contain secrets */
      instructions?: string;
      /** Milliseconds without a new message before the messages of a chat are delivered; 0 delivers each message immediately. From 0 to 600000 (default: "0") */
      debounceMs?: number | string;
      /** Defaults for requests of the agent; {} for none */
      defaults?: AgentDefaults;
    };
    output: {
      /** Agent that was created */
      agent: Agent;
    };
    errors: "agents.agent_exists";
  };
  /**
   * Show or set the debounce time of an agent
   * Messages of a chat are delivered together after `ms` milliseconds without a new message. If messages keep arriving, they are delivered at the latest ten times `ms` or one minute after the first, whichever is less, but never before `ms`. With 0, each message is delivered immediately. Without `ms`, nothing changes. A new value also applies to pending messages.
   * Scope: agents:write
   */
  "agents.debounce": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id */
      id: string;
      /** Milliseconds without a new message before the messages of a chat are delivered; 0 delivers each message immediately. From 0 to 600000 */
      ms?: string;
    };
    output: {
      /** Agent id */
      agentId: string;
      /** Debounce time in milliseconds */
      debounceMs: number;
      /** Whether the debounce time is greater than 0 */
      enabled: boolean;
      /** Whether the debounce time changed */
      changed: boolean;
    };
    errors: "agents.agent_not_found";
  };
  /**
   * List agents by id
   * Entries have the fields of `agents.show` except `waiting`.
   * Scope: agents:read
   */
  "agents.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or name begins with this text */
      name?: string;
      /** Only agents with this model */
      model?: string;
      /** List archived agents instead of active ones */
      archived?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, description, cwd, model, instructions, debounceMs, defaults, createdAt, updatedAt, archivedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      agents: Partial<Agent>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Agent>;
    errors: never;
  };
  /**
   * Show an agent with its pending messages and unanswered turns
   * `waiting` counts pending messages and chats, with the time of the next turn. `unanswered` counts turns without an answer.
   * Scope: agents:read
   */
  "agents.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Agent id */
      id: string;
    };
    output: {
      /** Agent with its pending messages and unanswered turns */
      agent: {
        /** Agent id */
        id: string;
        /** Display name */
        name?: string;
        /** Description of the agent */
        description?: string;
        /** Absolute path of the working folder */
        cwd?: string;
        /** Language model of the agent */
        model?: string;
        /** Instructions for the model of a responder */
        instructions?: string;
        /** Debounce time in milliseconds; 0 if messages are delivered immediately */
        debounceMs: number;
        /** Defaults for requests of the agent; {} for none */
        defaults?: AgentDefaults;
        /** When the agent was created, in Unix milliseconds */
        createdAt: number;
        /** When the agent was last changed, in Unix milliseconds */
        updatedAt: number;
        /** When the agent was archived, in Unix milliseconds */
        archivedAt?: number;
        /** Totals of the pending turns */
        waiting: AgentWaiting;
        /** Totals of the turns that wait for an answer */
        unanswered: AgentUnanswered;
      };
    };
    errors: "agents.agent_not_found";
  };
  /**
   * Answer a claimed turn
   * Creates the message in the chat as the agent and closes the turn, in one commit. A repeated call with the same content returns the first outcome. Without a content the turn ends without a message.
   * Scope: agents:turns
   */
  "agents.turns.answer": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Turn id */
      turn: string;
      /** Claim id, from agents.turns.claim */
      claim: string;
      /** Text of the answer */
      content?: string;
    };
    output: {
      /** Turn id */
      turnId: string;
      /** `duplicate` if an earlier call has answered the turn */
      disposition: "created" | "duplicate";
      /** Id of the message; absent if there is none */
      messageId?: string;
    };
    errors: "agents.claim_lost" | "agents.turn_answered" | "agents.turn_not_found" | "chats.chat_archived" | "chats.chat_not_found" | "chats.message_conflict";
  };
  /**
   * Cancel a turn, even while it is claimed
   * The turn is discarded: its messages stay in the chat, and an answer to it is refused from now on.
   * Scope: agents:write
   */
  "agents.turns.cancel": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Turn id */
      turn: string;
    };
    output: {
      /** The turn */
      turn: AgentTurn;
    };
    errors: "agents.turn_ended" | "agents.turn_not_found";
  };
  /**
   * Claim the next turn to answer
   * Hands out the oldest ready turn until its lease ends. Then it is ready again, so extend the claim during long work. The turns of an agent in one chat are handed out in order, each after the previous turn has ended.
   * Scope: agents:turns
   */
  "agents.turns.claim": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id (default: any agent of the key) */
      agent?: string;
      /** Milliseconds until the claim ends, unless it is extended (default: 60000). From 1000 to 600000 */
      leaseMs?: number | string;
      /** Milliseconds to wait for a turn if none is ready (default: 0). From 0 to 25000 */
      waitMs?: number | string;
    };
    output: {
      /** The claimed turn; null if none is ready */
      turn: AgentClaimedTurn | null;
    };
    errors: "agents.agent_archived" | "agents.agent_not_found";
  };
  /**
   * Discard messages that an agent has not answered
   * Discards pending messages and ready turns of one chat or of all chats, up to 1000 messages or 100 turns per call. The agent never gets them, but they stay in their chats. A claimed turn is not discarded.
   * Scope: agents:write
   */
  "agents.turns.discard": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Agent id */
      id: string;
      /** Chat id */
      chatId?: string;
    };
    output: {
      /** Number of messages that were discarded */
      messages: number;
      /** Whether more messages are left; if so, call again */
      more: boolean;
    };
    errors: "agents.agent_not_found";
  };
  /**
   * Extend the claim on a turn
   * The claim then ends `leaseMs` milliseconds from now; by default, the length of the original claim.
   * Scope: agents:turns
   */
  "agents.turns.extend": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Turn id */
      turn: string;
      /** Claim id, from agents.turns.claim */
      claim: string;
      /** Milliseconds until the claim ends, unless it is extended (default: 60000). From 1000 to 600000 */
      leaseMs?: number | string;
    };
    output: {
      /** Turn id */
      turnId: string;
      /** When the claim ends, in Unix milliseconds */
      leaseEndsAt: number;
    };
    errors: "agents.claim_lost" | "agents.turn_not_found";
  };
  /**
   * Report that a claimed turn cannot be answered
   * With `retryInMs` the turn is ready again after that time, unless it was claimed 6 times. Otherwise it has failed.
   * Scope: agents:turns
   */
  "agents.turns.fail": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Turn id */
      turn: string;
      /** Claim id, from agents.turns.claim */
      claim: string;
      /** Why it cannot be answered, without secrets */
      reason: string;
      /** Milliseconds until the turn can be claimed again (default: never). From 0 to 86400000 */
      retryInMs?: number | string;
    };
    output: {
      /** Turn id */
      turnId: string;
      /** Whether it is tried again */
      status: "ready" | "failed";
    };
    errors: "agents.claim_lost" | "agents.turn_not_found";
  };
  /**
   * Deliver pending turns of an agent now
   * Delivers the pending turn of one chat, or of all chats. Up to 20 turns are delivered by this call; the others follow immediately in the background.
   * Scope: agents:write
   */
  "agents.turns.flush": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id */
      id: string;
      /** Chat id */
      chatId?: string;
    };
    output: {
      /** Number of turns that were delivered */
      turns: number;
      /** Number of messages in these turns */
      messages: number;
      /** Whether more turns follow in the background */
      following: boolean;
    };
    errors: "agents.agent_archived" | "agents.agent_not_found";
  };
  /**
   * List turns: pending ones by due time, then the others, newest first
   * A pending turn collects messages, one for each agent and chat. Turns of archived agents are not due.
   * Scope: agents:read
   */
  "agents.turns.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Agent id */
      agent?: string;
      /** Chat id */
      chat?: string;
      /** Only turns in this state */
      status?: "pending" | "ready" | "claimed" | "answered" | "failed" | "expired" | "discarded";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, agentId, chatId, status, messages, firstAt, lastAt, dueAt, readyAt, attempts, leaseEndsAt, claimedBy, finishedAt, reason, messageId, cause */
      fields?: string;
    };
    output: {
      /** The items of this page */
      turns: Partial<AgentTurn>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<AgentTurn>;
    errors: never;
  };
  /**
   * Retry a failed, expired or waiting turn now
   * The turn is ready again, with all its attempts, before later turns of its chat.
   * Scope: agents:write
   */
  "agents.turns.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Turn id */
      turn: string;
    };
    output: {
      /** The turn */
      turn: AgentTurn;
    };
    errors: "agents.turn_not_found" | "agents.turn_not_retryable";
  };
  /**
   * Show a turn
   * The answer lists message ids. Show the contents with `chats.messages.show`.
   * Scope: agents:read
   */
  "agents.turns.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Turn id */
      turn: string;
    };
    output: {
      /** The turn with its message ids */
      turn: {
        /** Turn id */
        id: string;
        /** Agent id */
        agentId: string;
        /** Chat id */
        chatId: string;
        /** `pending` while messages are collected, `ready` until it is claimed, `claimed` while it is being answered, then `answered`, `failed`, `expired` or `discarded` */
        status: "pending" | "ready" | "claimed" | "answered" | "failed" | "expired" | "discarded";
        /** Number of messages, without deleted ones */
        messages: number;
        /** When the first message was received, in Unix milliseconds */
        firstAt: number;
        /** When the last message was received, in Unix milliseconds */
        lastAt: number;
        /** When it becomes ready or can be claimed; absent while the agent is archived or an earlier turn of the chat is open, in Unix milliseconds */
        dueAt?: number;
        /** When it became ready, in Unix milliseconds */
        readyAt?: number;
        /** How often it was claimed */
        attempts?: number;
        /** When its claim ends, in Unix milliseconds */
        leaseEndsAt?: number;
        /** Context that claimed it; absent for responders of this gateway */
        claimedBy?: string;
        /** When it was answered, failed, expired or was discarded, in Unix milliseconds */
        finishedAt?: number;
        /** Why the last attempt to answer it failed */
        reason?: string;
        /** Message that answers it */
        messageId?: string;
        /** Cause of the turn */
        cause?: AgentTurnCause;
        /** Ids of its messages in order, at most the first 500 */
        messageIds: string[];
      };
    };
    errors: "agents.turn_not_found";
  };
  /**
   * Restore an agent from the archive
   * Messages that were pending when the agent was archived are delivered. Restoring an agent that is not archived has no effect.
   * Scope: agents:write
   */
  "agents.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id */
      id: string;
    };
    output: {
      /** Agent after the change */
      agent: Agent;
    };
    errors: "agents.agent_not_found";
  };
  /**
   * Update an agent
   * Omitted fields stay unchanged, and an empty text clears a field. `defaults` is replaced as a whole; {} clears it.
   * Scope: agents:write
   */
  "agents.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id */
      id: string;
      /** Display name; empty for none */
      name?: string;
      /** Description of the agent; empty for none */
      description?: string;
      /** Absolute path of the agent's working folder; empty for none. Its existence is not checked */
      cwd?: string;
      /** Language model of the agent; empty for none */
      model?: string;
      /** Instructions for the model of a responder (its system prompt); empty for none. Must not contain secrets */
      instructions?: string;
      /** Milliseconds without a new message before the messages of a chat are delivered; 0 delivers each message immediately. From 0 to 600000 */
      debounceMs?: number | string;
      /** Defaults for requests of the agent; {} for none */
      defaults?: AgentDefaults;
    };
    output: {
      /** Agent after the update */
      agent: Agent;
    };
    errors: "agents.agent_not_found";
  };
  /**
   * List configured coding agents
   * `found` is true if the program of the agent exists; `missing` lists environment variables that are not set.
   * Scope: agentx:read
   */
  "agentx.agents.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: name, title, found, env, missing, cwd */
      fields?: string;
    };
    output: {
      /** The items of this page */
      agents: Partial<CodingAgent>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CodingAgent>;
    errors: never;
  };
  /**
   * Answer a permission request of a coding agent
   * Choose one of the options of the request. agentx.sessions.show lists open requests. Postern never grants a permission automatically.
   * Scope: agentx:write
   */
  "agentx.sessions.answer": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
      /** Permission request id */
      request: string;
      /** Id of one of the options of the request */
      option: string;
    };
    output: {
      /** Permission request with the answer */
      permission: Permission;
      /** Whether the answer was recorded now; false if the same answer was given before */
      changed: boolean;
    };
    errors: "agentx.request_closed" | "agentx.request_not_found" | "agentx.session_ambiguous" | "agentx.session_not_found";
  };
  /**
   * Archive a coding-agent session
   * The agent archives the session itself if it supports archiving; otherwise only Postern does. `at` says which. Nothing is deleted: restore the session with agentx.sessions.unarchive. A session with running or waiting turns can be archived only if its agent supports archiving; its turns are cancelled. Archiving an archived session has no effect.
   * Scope: agentx:write
   */
  "agentx.sessions.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
    };
    output: {
      /** Session after the change */
      session: CodingSession;
      /** Status of the session */
      status: "starting" | "idle" | "running" | "waiting" | "gone";
      /** Whether the session changed */
      changed: boolean;
      /** Where the session is or was archived: by the agent itself, or only here in Postern */
      at: "agent" | "here";
      /** True if the agent still has to be notified */
      pending?: boolean;
    };
    errors: "agentx.session_ambiguous" | "agentx.session_not_found" | "agentx.session_running";
  };
  /**
   * Cancel a turn of a coding-agent session
   * Cancels the running turn by default, or the running or waiting turn given as `turn`. The agent is asked to stop; if it does not stop in time, its process is killed. If no turn is running, nothing changes.
   * Scope: agentx:write
   */
  "agentx.sessions.cancel": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
      /** Turn to cancel; by default the running turn */
      turn?: string;
    };
    output: {
      /** Session id */
      session: string;
      /** Turn that was or is being cancelled */
      turn?: CodingTurn;
      /** Whether a turn was cancelled, or its cancellation was requested, by this call */
      changed: boolean;
    };
    errors: "agentx.session_ambiguous" | "agentx.session_not_found" | "agentx.turn_not_found";
  };
  /**
   * Start a coding-agent session
   * A running gateway starts the agent in the background and reports its progress as events. With `prompt`, the first turn starts as soon as the agent is ready. The folder and the agent are on the machine `host`, by default the machine of the called gateway.
   * Scope: agentx:write
   */
  "agentx.sessions.create": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Name of a configured agent; see agentx.agents.list */
      agent: string;
      /** Working folder: a path in the workspace, or name:folder in an additional workspace; by default the folder of the agent */
      cwd?: string;
      /** Title of the session */
      title?: string;
      /** Prompt for the agent */
      prompt?: string;
      /** Machine to run on, if gateways on several machines share the store; a gateway there looks up the folder and starts the agent */
      host?: string;
    };
    output: {
      /** Session that was created */
      session: CodingSession;
      /** First turn, if a prompt was given */
      turn?: CodingTurn;
    };
    errors: "agentx.agent_not_found" | "agentx.no_runner";
  };
  /**
   * List coding-agent sessions, newest first
   * Filter by agent or status. Archived sessions are omitted by default; use `archived` to include them.
   * Scope: agentx:read
   */
  "agentx.sessions.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or title begins with this text */
      name?: string;
      /** Archived sessions: no leaves them out, yes lists only them, all includes them (default: "no") */
      archived?: "no" | "yes" | "all";
      /** Only sessions with this status */
      status?: "starting" | "idle" | "running" | "waiting" | "gone";
      /** Name of a configured agent; see agentx.agents.list */
      agent?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, agent, title, cwd, host, status, reason, live, resumable, agentSession, turn, waiting, createdAt, updatedAt, archivedAt, archivedIn, pending */
      fields?: string;
    };
    output: {
      /** The items of this page */
      sessions: Partial<CodingSession>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CodingSession>;
    errors: never;
  };
  /**
   * List the messages of a session in order
   * Messages are prompts, the agent's replies and thoughts, tool calls and plans. The text of a message may still grow; the event agentx.message.appended reports each addition.
   * Scope: agentx:read
   */
  "agentx.sessions.messages": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
      /** Return only messages after this message number. From 0 to 9007199254740990 */
      after?: number | string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: session, number, turn, kind, text, tool, plan, at, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      messages: Partial<CodingMessage>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CodingMessage>;
    errors: "agentx.session_ambiguous" | "agentx.session_not_found";
  };
  /**
   * Delete a session with its messages, turns and permission requests
   * The session is deleted permanently and immediately; its storage is freed in the background. The agent's own copy of the session is kept, and past events stay in the journal until they are trimmed. Stop the session first if its agent is running. Waiting turns are cancelled.
   * Scope: agentx:write
   */
  "agentx.sessions.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
    };
    output: {
      /** Session that was deleted */
      session: CodingSession;
    };
    errors: "agentx.session_ambiguous" | "agentx.session_live" | "agentx.session_not_found";
  };
  /**
   * Rename a coding-agent session
   * Changes the title in Postern, and at the agent if it supports titles.
   * Scope: agentx:write
   */
  "agentx.sessions.rename": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
      /** Title of the session */
      title: string;
    };
    output: {
      /** Session with its new title */
      session: CodingSession;
      /** Status of the session */
      status: "starting" | "idle" | "running" | "waiting" | "gone";
      /** Whether the title changed */
      changed: boolean;
      /** True if the agent still has to be notified */
      pending?: boolean;
    };
    errors: "agentx.session_ambiguous" | "agentx.session_not_found";
  };
  /**
   * Send a prompt to a coding agent
   * Adds a turn and returns immediately. The agent's output is reported as events and stored as messages. If other turns are running or waiting, the new turn waits. If the agent's process has ended, it is started again, provided that it can resume the session.
   * Scope: agentx:write
   */
  "agentx.sessions.send": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
      /** Prompt for the agent */
      prompt: string;
    };
    output: {
      /** Turn that was added */
      turn: CodingTurn;
    };
    errors: "agentx.agent_not_found" | "agentx.no_runner" | "agentx.queue_full" | "agentx.session_ambiguous" | "agentx.session_archived" | "agentx.session_gone" | "agentx.session_not_found";
  };
  /**
   * Show a session with its open permission requests
   * `requests` lists open permission requests. Answer them with agentx.sessions.answer.
   * Scope: agentx:read
   */
  "agentx.sessions.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
    };
    output: {
      /** Session with its open permission requests */
      session: {
        /** Session id */
        id: string;
        /** Name of the coding agent */
        agent: string;
        /** Title of the session */
        title?: string;
        /** Working folder relative to the workspace, or name:folder in an additional workspace */
        cwd: string;
        /** Machine that has the folder and runs the agent */
        host?: string;
        /** Status of the session: waiting if a permission request is open, gone if its agent ended */
        status: "starting" | "idle" | "running" | "waiting" | "gone";
        /** Why the session is gone, its agent has not started yet, or its agent refused a change */
        reason?: string;
        /** Whether the agent's process is running */
        live: boolean;
        /** Whether the agent can resume the session after its process has ended */
        resumable: boolean;
        /** The agent's own session id */
        agentSession?: string;
        /** Id of the running turn */
        turn?: string;
        /** Number of waiting turns */
        waiting: number;
        /** When the session was created, in Unix milliseconds */
        createdAt: number;
        /** When the session last changed, in Unix milliseconds */
        updatedAt: number;
        /** When the session was archived, in Unix milliseconds */
        archivedAt?: number;
        /** Where the session is archived: by the agent itself, or only here in Postern */
        archivedIn?: "agent" | "here";
        /** Changes that the agent has not been notified of yet */
        pending?: "archive" | "unarchive" | "title"[];
        /** Open permission requests */
        requests: Permission[];
      };
    };
    errors: "agentx.session_ambiguous" | "agentx.session_not_found";
  };
  /**
   * Stop the agent of a session
   * Stops the agent's process and all processes it has started, and cancels the running turn and all waiting turns. If the agent can resume the session, the next turn starts it again; otherwise the session is gone.
   * Scope: agentx:write
   */
  "agentx.sessions.stop": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
    };
    output: {
      /** Session whose agent is being stopped */
      session: CodingSession;
      /** Status of the session */
      status: "starting" | "idle" | "running" | "waiting" | "gone";
      /** Whether this call requested the stop */
      changed: boolean;
    };
    errors: "agentx.session_ambiguous" | "agentx.session_not_found";
  };
  /**
   * Restore a coding-agent session from the archive
   * If the agent archived the session, the agent also restores it. Restoring a session that is not archived has no effect.
   * Scope: agentx:write
   */
  "agentx.sessions.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
    };
    output: {
      /** Session after the change */
      session: CodingSession;
      /** Status of the session */
      status: "starting" | "idle" | "running" | "waiting" | "gone";
      /** Whether the session changed */
      changed: boolean;
      /** Where the session is or was archived: by the agent itself, or only here in Postern */
      at: "agent" | "here";
      /** True if the agent still has to be notified */
      pending?: boolean;
    };
    errors: "agentx.session_ambiguous" | "agentx.session_not_found";
  };
  /**
   * List the turns of a session in order
   * A turn is one prompt and the agent's work on it. Filter by `state`.
   * Scope: agentx:read
   */
  "agentx.turns.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Session id, with or without the prefix agentx-, or the agent's own session id */
      session: string;
      /** State of the turn */
      state?: "waiting" | "running" | "done" | "cancelled" | "failed";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, session, state, stopReason, reason, left, cancelAt, createdAt, startedAt, finishedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      turns: Partial<CodingTurn>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CodingTurn>;
    errors: "agentx.session_ambiguous" | "agentx.session_not_found";
  };
  /**
   * Show a turn of a session
   * `state` is the state of the turn, and `reason` explains why it failed or was cancelled.
   * Scope: agentx:read
   */
  "agentx.turns.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Turn id */
      id: string;
    };
    output: {
      /** The turn */
      turn: CodingTurn;
    };
    errors: "agentx.turn_not_found";
  };
  /**
   * Approve a command and execute it
   * Plans the command again. If the plan still has the digest, the command runs once, with the requester's current rights. Otherwise the approval becomes stale: nothing is executed, and the new plan can be approved by its digest. A permission request of a coding agent is answered with the option `allow_once`, or with `option`.
   * Scope: approvals:decide
   */
  "approvals.approve": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the approval */
      id: string;
      /** Digest of the approved plan, as shown with the plan */
      digest: string;
      /** Note of the person who decides */
      note?: string;
      /** Option of a permission request; by default `allow_once` */
      option?: string;
    };
    output: {
      /** Whether the plan was approved; false if it has changed */
      success: boolean;
      /** The approval */
      approval: Approval;
    };
    errors: "approvals.approval_decided" | "approvals.approval_expired" | "approvals.approval_not_found" | "approvals.digest_mismatch" | "approvals.not_approver" | "approvals.option_missing" | "approvals.requester_ended" | "gateway.unknown_operation";
  };
  /**
   * Deny a proposal
   * The command is not executed. Its requester can propose it again. A permission request of a coding agent is answered with the option `reject_once`.
   * Scope: approvals:decide
   */
  "approvals.deny": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the approval */
      id: string;
      /** Why, for the requester */
      note?: string;
    };
    output: {
      /** The approval */
      approval: Approval;
    };
    errors: "approvals.approval_decided" | "approvals.approval_expired" | "approvals.approval_not_found" | "approvals.not_approver" | "approvals.option_missing";
  };
  /**
   * Discard an execution
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: approvals:write
   */
  "approvals.executions.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the execution */
      id: string;
    };
    output: {
      /** The execution */
      execution: ApprovalExecution;
    };
    errors: "approvals.executions_execution_not_found" | "approvals.executions_execution_settled";
  };
  /**
   * List executions, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: approvals:read
   */
  "approvals.executions.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only executions with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only executions with this approval */
      approval?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: approval, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      executions: Partial<ApprovalExecution>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ApprovalExecution>;
    errors: never;
  };
  /**
   * Retry an execution
   * The entry gets all its attempts again.
   * Scope: approvals:write
   */
  "approvals.executions.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the execution */
      id: string;
    };
    output: {
      /** The execution */
      execution: ApprovalExecution;
    };
    errors: "approvals.executions_execution_not_found" | "approvals.executions_execution_settled";
  };
  /**
   * Show an execution
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: approvals:read
   */
  "approvals.executions.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the execution */
      id: string;
    };
    output: {
      /** The execution */
      execution: ApprovalExecution;
    };
    errors: "approvals.executions_execution_not_found";
  };
  /**
   * Offer a person in a chat to decide approvals
   * Returns a code that is valid for 15 minutes. The person sends it as a message in the chat, from the platform. Check the sender with approvals.identities.show, and confirm with approvals.identities.confirm: from then on the sender decides in this chat, as the context of this key. A chat with an agent cannot be used.
   * Scope: approvals:decide
   */
  "approvals.identities.bind": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
      /** Name, such as of the person */
      name?: string;
      /** Whether approvals are announced in the chat (default: true) */
      notify?: boolean;
    };
    output: {
      /** The identity */
      identity: ApprovalIdentity;
      /** Code to send in the chat; shown only once and not repeated for the same Idempotency-Key */
      code?: string;
    };
    errors: "approvals.chat_unusable" | "approvals.chats_missing" | "approvals.not_approver" | "approvals.too_many_identities";
  };
  /**
   * Allow the sender of a code to decide approvals
   * Requires the key that made the offer. Check the sender with approvals.identities.show first: from now on the sender decides as the context of this key, with its current rights at each decision.
   * Scope: approvals:decide
   */
  "approvals.identities.confirm": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the identity */
      id: string;
    };
    output: {
      /** The identity */
      identity: ApprovalIdentity;
    };
    errors: "approvals.identity_not_answered" | "approvals.identity_not_found" | "approvals.sender_taken";
  };
  /**
   * List identities that decide approvals in chats, newest first
   * A key sees its own identities and those of derived keys. Every key may call this operation.
   * Scope: any
   */
  "approvals.identities.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only identities with this status */
      status?: "offered" | "answered" | "bound";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, status, contextId, chatId, channel, instanceId, sender, notify, createdAt, expiresAt, answeredAt, boundAt, pausedUntil */
      fields?: string;
    };
    output: {
      /** The items of this page */
      identities: Partial<ApprovalIdentity>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ApprovalIdentity>;
    errors: never;
  };
  /**
   * Remove an identity, so that its sender no longer decides
   * Allowed for the context that bound it, the ancestors of that context, and admins.
   * Scope: any
   */
  "approvals.identities.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the identity */
      id: string;
    };
    output: {
      /** Whether the identity was removed */
      removed: boolean;
    };
    errors: "approvals.identity_not_found";
  };
  /**
   * Show who decides approvals in a chat
   * Once the code was sent, `sender` is who has sent it.
   * Scope: any
   */
  "approvals.identities.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the identity */
      id: string;
    };
    output: {
      /** The identity */
      identity: ApprovalIdentity;
    };
    errors: "approvals.identity_not_found";
  };
  /**
   * Update the name and the notices of an identity
   * Omitted fields stay unchanged.
   * Scope: any
   */
  "approvals.identities.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the identity */
      id: string;
      /** Name, such as of the person */
      name?: string;
      /** Whether approvals are announced in the chat */
      notify?: boolean;
    };
    output: {
      /** The identity */
      identity: ApprovalIdentity;
    };
    errors: "approvals.identity_not_found";
  };
  /**
   * List approvals, newest first
   * A key sees its own proposals and those of derived keys; with the scope approvals:decide, also proposals it may decide. Every key may call this operation.
   * Scope: any
   */
  "approvals.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only approvals with this status */
      status?: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Only approvals of this kind */
      kind?: "command" | "permission";
      /** Only approvals of this operation */
      operation?: string;
      /** Only proposals of this agent */
      agent?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, kind, status, operation, summary, effects, requester, reason, cause, input, plan, digest, policy, quorum, approvers, votes, createdAt, expiresAt, decidedAt, decidedBy, note, startedAt, endedAt, stale, outcome */
      fields?: string;
    };
    output: {
      /** The items of this page */
      approvals: Partial<Approval>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Approval>;
    errors: never;
  };
  /**
   * Discard a notice
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: approvals:write
   */
  "approvals.notices.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the notice */
      id: string;
    };
    output: {
      /** The notice */
      notice: ApprovalExecution;
    };
    errors: "approvals.notices_notice_not_found" | "approvals.notices_notice_settled";
  };
  /**
   * List notices, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: approvals:read
   */
  "approvals.notices.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only notices with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only notices with this approval */
      approval?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: approval, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      notices: Partial<ApprovalExecution>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ApprovalExecution>;
    errors: never;
  };
  /**
   * Retry a notice
   * The entry gets all its attempts again.
   * Scope: approvals:write
   */
  "approvals.notices.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the notice */
      id: string;
    };
    output: {
      /** The notice */
      notice: ApprovalExecution;
    };
    errors: "approvals.notices_notice_not_found" | "approvals.notices_notice_settled";
  };
  /**
   * Show a notice
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: approvals:read
   */
  "approvals.notices.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the notice */
      id: string;
    };
    output: {
      /** The notice */
      notice: ApprovalExecution;
    };
    errors: "approvals.notices_notice_not_found";
  };
  /**
   * Create a policy
   * Policies decide which commands are executed, wait for approval or are denied. The first enabled policy that matches a call decides; without a match, the grants of the key decide. Only admin keys create policies directly; keys of agents and all other keys can only propose one.
   * Scope: approvals:write
   */
  "approvals.policies.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Name of the policy */
      name: string;
      /** Calls that the policy covers: every given condition must hold */
      match: {
        /** Ids of operations; `*` matches one part, `**` any number of parts */
        operations: string[];
        /** Effects */
        effects?: "write" | "external" | "destroy"[];
        /** Ids of the agents that call */
        agents?: string[];
        /** Ids of the contexts that call */
        contexts?: string[];
        /** Ids of the resources: all resources of the call must be among them */
        resources?: string[];
        /** Limits of members of the input */
        limits?: {
          /** Member of the input, such as `amount` or `invoice.total` */
          path: string;
          /** Smallest number, length of a text or number of items */
          atLeast?: number;
          /** Largest number, length of a text or number of items */
          atMost?: number;
        }[];
        /** Longest input, in characters of JSON */
        inputAtMost?: number;
        /** Time of day */
        hours?: {
          /** IANA time zone */
          timezone: string;
          /** Start, such as 09:00 */
          from: string;
          /** End, such as 17:00; may be on the next day */
          to: string;
          /** Days on which the time starts (default: all) */
          days?: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun"[];
        };
      };
      /** `allow`: execute, even for propose-only keys; `propose`: wait for approval; `deny`: refuse */
      action: "allow" | "propose" | "deny";
      /** Position (default: the last) */
      position?: number;
      /** Number of required approvals */
      quorum?: number;
      /** Who may approve: `user:<context id>` or `agent:<agent id>` (default: every key of a person that may decide) */
      approvers?: string[];
      /** Milliseconds until an undecided approval expires */
      expiresAfterMs?: number;
      /** Why the policy exists */
      reason?: string;
    };
    output: {
      /** The policy */
      policy: ApprovalPolicy;
    };
    errors: "approvals.too_many_policies";
  };
  /**
   * Disable a policy
   * If the policy is already disabled, nothing changes.
   * Scope: approvals:write
   */
  "approvals.policies.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the policy */
      id: string;
    };
    output: {
      /** The policy */
      policy: ApprovalPolicy;
    };
    errors: "approvals.policy_not_found";
  };
  /**
   * Enable a policy
   * If the policy is already enabled, nothing changes.
   * Scope: approvals:write
   */
  "approvals.policies.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the policy */
      id: string;
    };
    output: {
      /** The policy */
      policy: ApprovalPolicy;
    };
    errors: "approvals.policy_not_found";
  };
  /**
   * List policies in the order in which they decide
   * Scope: approvals:read
   */
  "approvals.policies.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only policies that are enabled, or disabled */
      enabled?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, position, enabled, match, action, quorum, approvers, expiresAfterMs, reason, createdAt, updatedAt, createdBy */
      fields?: string;
    };
    output: {
      /** The items of this page */
      policies: Partial<ApprovalPolicy>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ApprovalPolicy>;
    errors: never;
  };
  /**
   * Remove a policy
   * A removed policy cannot be restored. Its approvals stay.
   * Scope: approvals:write
   */
  "approvals.policies.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the policy */
      id: string;
    };
    output: {
      /** Whether the policy was removed */
      removed: boolean;
    };
    errors: "approvals.policy_not_found";
  };
  /**
   * Show a policy
   * Scope: approvals:read
   */
  "approvals.policies.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the policy */
      id: string;
    };
    output: {
      /** The policy */
      policy: ApprovalPolicy;
    };
    errors: "approvals.policy_not_found";
  };
  /**
   * Update a policy
   * Omitted fields stay unchanged; `match` and `approvers` are replaced as a whole.
   * Scope: approvals:write
   */
  "approvals.policies.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the policy */
      id: string;
      /** Name of the policy */
      name?: string;
      /** Calls that the policy covers: every given condition must hold */
      match?: {
        /** Ids of operations; `*` matches one part, `**` any number of parts */
        operations: string[];
        /** Effects */
        effects?: "write" | "external" | "destroy"[];
        /** Ids of the agents that call */
        agents?: string[];
        /** Ids of the contexts that call */
        contexts?: string[];
        /** Ids of the resources: all resources of the call must be among them */
        resources?: string[];
        /** Limits of members of the input */
        limits?: {
          /** Member of the input, such as `amount` or `invoice.total` */
          path: string;
          /** Smallest number, length of a text or number of items */
          atLeast?: number;
          /** Largest number, length of a text or number of items */
          atMost?: number;
        }[];
        /** Longest input, in characters of JSON */
        inputAtMost?: number;
        /** Time of day */
        hours?: {
          /** IANA time zone */
          timezone: string;
          /** Start, such as 09:00 */
          from: string;
          /** End, such as 17:00; may be on the next day */
          to: string;
          /** Days on which the time starts (default: all) */
          days?: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun"[];
        };
      };
      /** `allow`: execute, even for propose-only keys; `propose`: wait for approval; `deny`: refuse */
      action?: "allow" | "propose" | "deny";
      /** Position in the order */
      position?: number;
      /** Number of required approvals */
      quorum?: number;
      /** Who may approve: `user:<context id>` or `agent:<agent id>` (default: every key of a person that may decide) */
      approvers?: string[];
      /** Milliseconds until an undecided approval expires */
      expiresAfterMs?: number;
      /** Why the policy exists */
      reason?: string;
    };
    output: {
      /** The policy */
      policy: ApprovalPolicy;
    };
    errors: "approvals.policy_not_found";
  };
  /**
   * Discard a reply
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: approvals:write
   */
  "approvals.replies.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the reply */
      id: string;
    };
    output: {
      /** The reply */
      reply: ApprovalReply;
    };
    errors: "approvals.replies_reply_not_found" | "approvals.replies_reply_settled";
  };
  /**
   * List replies, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: approvals:read
   */
  "approvals.replies.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only replies with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only replies with this identity */
      identity?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: identity, message, does, approval, plan, note, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      replies: Partial<ApprovalReply>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ApprovalReply>;
    errors: never;
  };
  /**
   * Retry a reply
   * The entry gets all its attempts again. A finished entry is placed behind the waiting entries of its lane.
   * Scope: approvals:write
   */
  "approvals.replies.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the reply */
      id: string;
    };
    output: {
      /** The reply */
      reply: ApprovalReply;
    };
    errors: "approvals.replies_reply_not_found" | "approvals.replies_reply_settled";
  };
  /**
   * Show a reply
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: approvals:read
   */
  "approvals.replies.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the reply */
      id: string;
    };
    output: {
      /** The reply */
      reply: ApprovalReply;
    };
    errors: "approvals.replies_reply_not_found";
  };
  /**
   * Show an approval with its plan
   * Its requester and the ancestors of the requester see it without any scope.
   * Scope: any
   */
  "approvals.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the approval */
      id: string;
    };
    output: {
      /** The approval */
      approval: Approval;
    };
    errors: "approvals.approval_not_found";
  };
  /**
   * Wait for the end of an approval
   * Returns when the command was executed or rejected, at the latest after the time to wait. Call it again while the status is pending, stale or approved.
   * Scope: any
   */
  "approvals.wait": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the approval */
      id: string;
      /** Milliseconds to wait at most (default: 20,000). From 0 to 25000 */
      waitMs?: number | string;
    };
    output: {
      /** The approval */
      approval: Approval;
    };
    errors: "approvals.approval_not_found";
  };
  /**
   * Withdraw a proposal
   * The key that proposed the command, and its ancestors, may do this without any scope. Only its coding agent withdraws a permission request.
   * Scope: any
   */
  "approvals.withdraw": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the approval */
      id: string;
    };
    output: {
      /** The approval */
      approval: Approval;
    };
    errors: "approvals.approval_decided" | "approvals.approval_expired" | "approvals.approval_not_found" | "approvals.not_requester";
  };
  /**
   * Report that a request was played or failed to play
   * The report of the first client counts. Repeating the same report has no effect.
   * Scope: audio:write
   */
  "audio.requests.ack": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Request id */
      id: string;
      /** Id of the client that plays the request */
      clientId: string;
      /** Result of the playback */
      state: "played" | "failed";
      /** Why the playback failed */
      error?: string;
    };
    output: {
      /** Request with its new state */
      request: SpeechRequestState;
      /** Whether the report was recorded now; false if it repeats an earlier one */
      changed: boolean;
    };
    errors: "audio.client_mismatch" | "audio.request_not_found" | "audio.request_not_ready" | "audio.request_taken";
  };
  /**
   * Cancel a speech request
   * The request is no longer generated or played. Cancelling a cancelled request has no effect. Restart the request with audio.requests.retry.
   * Scope: audio:write
   */
  "audio.requests.cancel": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Request id */
      id: string;
    };
    output: {
      /** Request with its new state */
      request: SpeechRequestState;
      /** Whether the request was cancelled by this call; false if it was cancelled before */
      changed: boolean;
    };
    errors: "audio.request_not_found" | "audio.request_settled";
  };
  /**
   * Claim a request for playback by one client
   * No other client can play the request until the claim expires, one minute after the length of the sound. Claim the request again to extend the claim, and report the result with audio.requests.ack.
   * Scope: audio:write
   */
  "audio.requests.claim": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Request id */
      id: string;
      /** Id of the client that plays the request */
      clientId: string;
    };
    output: {
      /** Request with the claim */
      request: SpeechRequestState;
    };
    errors: "audio.client_mismatch" | "audio.request_not_found" | "audio.request_not_ready" | "audio.request_taken";
  };
  /**
   * List speech requests, newest first
   * Each text is cut after 200 characters; audio.requests.show includes all of it.
   * Scope: audio:read
   */
  "audio.requests.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Only requests in this state */
      status?: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
      /** Only requests of this agent */
      agent?: string;
      /** Only requests of this session, by name or key */
      session?: string;
      /** Only requests for this chat */
      chat?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, requestId, emitId, agentId, sessionKey, sessionName, createdAt, metadata, source, playback, target, voice, textLength, state, updatedAt, readyAt, error, sound, claim, playedBy, playedAt, job, text */
      fields?: string;
    };
    output: {
      /** The items of this page */
      requests: {
        /** Request id, chosen by the caller or generated */
        id?: string;
        /** Generated id of the request */
        requestId?: string;
        /** Generated id of the publication */
        emitId?: string;
        /** Agent id */
        agentId?: string;
        /** Session key */
        sessionKey?: string;
        /** Session name */
        sessionName?: string;
        /** When the request was published, in Unix milliseconds */
        createdAt?: number;
        /** Additional data; empty for requests of audio.tts */
        metadata?: Record<string, unknown>;
        /** Operation and context that published the request */
        source?: Record<string, unknown>;
        /** Playback options */
        playback?: SpeechPlayback;
        /** Account, channel and chat that the request is for */
        target?: SpeechTarget;
        /** Voice and its settings */
        voice?: SpeechVoice;
        /** Length of the text in characters */
        textLength?: number;
        /** State of the request */
        state?: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
        /** When the request last changed, in Unix milliseconds */
        updatedAt?: number;
        /** When the sound became ready, in Unix milliseconds */
        readyAt?: number;
        /** Why the request failed or was delayed */
        error?: SpeechProblem;
        /** Generated sound */
        sound?: SpeechSound;
        /** Claim of the client that plays the request */
        claim?: SpeechClaim;
        /** Id of the client that reported the result of the playback */
        playedBy?: string;
        /** When the client reported the result, in Unix milliseconds */
        playedAt?: number;
        /** Id of the job; see audio.work.show */
        job?: string;
        /** Text to speak, its first 200 characters */
        text?: string;
      }[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: {
      /** Request id, chosen by the caller or generated */
      id?: string;
      /** Generated id of the request */
      requestId?: string;
      /** Generated id of the publication */
      emitId?: string;
      /** Agent id */
      agentId?: string;
      /** Session key */
      sessionKey?: string;
      /** Session name */
      sessionName?: string;
      /** When the request was published, in Unix milliseconds */
      createdAt?: number;
      /** Additional data; empty for requests of audio.tts */
      metadata?: Record<string, unknown>;
      /** Operation and context that published the request */
      source?: Record<string, unknown>;
      /** Playback options */
      playback?: SpeechPlayback;
      /** Account, channel and chat that the request is for */
      target?: SpeechTarget;
      /** Voice and its settings */
      voice?: SpeechVoice;
      /** Length of the text in characters */
      textLength?: number;
      /** State of the request */
      state?: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
      /** When the request last changed, in Unix milliseconds */
      updatedAt?: number;
      /** When the sound became ready, in Unix milliseconds */
      readyAt?: number;
      /** Why the request failed or was delayed */
      error?: SpeechProblem;
      /** Generated sound */
      sound?: SpeechSound;
      /** Claim of the client that plays the request */
      claim?: SpeechClaim;
      /** Id of the client that reported the result of the playback */
      playedBy?: string;
      /** When the client reported the result, in Unix milliseconds */
      playedAt?: number;
      /** Id of the job; see audio.work.show */
      job?: string;
      /** Text to speak, its first 200 characters */
      text?: string;
    };
    errors: never;
  };
  /**
   * Delete a speech request with its text and sound
   * The request is deleted permanently. Past events stay in the journal until they are trimmed. An id chosen by a caller stays reserved, so the same request is not published again.
   * Scope: audio:write
   */
  "audio.requests.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Request id */
      id: string;
    };
    output: {
      /** Id of the request that was deleted */
      removed: string;
    };
    errors: "audio.request_not_found";
  };
  /**
   * Retry a speech request
   * For requests that failed, were cancelled or played, or still wait for generation. If the sound exists, it is only played again; otherwise it is generated again.
   * Scope: audio:write
   */
  "audio.requests.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Request id */
      id: string;
    };
    output: {
      /** Request with its new state */
      request: SpeechRequestState;
    };
    errors: "audio.request_not_found" | "audio.request_under_way" | "audio.worker_stopped";
  };
  /**
   * Show a speech request
   * Includes the text and the state, the size of the sound if it is ready, and the error if the request failed.
   * Scope: audio:read
   */
  "audio.requests.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Request id */
      id: string;
    };
    output: {
      /** Request with its text */
      request: SpeechRequestDetails;
    };
    errors: "audio.request_not_found";
  };
  /**
   * Download the sound of a request
   * The answer has the whole file, up to 128 MiB. GET /api/v1/audio/requests/{id}/audio streams the same bytes without base64, of any size and in ranges.
   * Scope: audio:read
   */
  "audio.sound": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Request id */
      id: string;
    };
    output: {
      /** The sound, in base64 */
      content: string;
      /** Encoding of `content` */
      encoding: "base64";
      /** Media type of the sound, such as audio/wav */
      type: string;
      /** Size of the sound in bytes */
      bytes: number;
    };
    errors: "audio.request_not_found" | "audio.request_not_ready" | "audio.sound_too_large";
  };
  /**
   * Publish a text for speech generation and playback
   * A worker generates the sound, and clients such as the page at /audio/player play it. Repeating the call with the same id returns the existing request and publishes nothing.
   * Scope: audio:write
   */
  "audio.tts": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Text to speak; the plan shows the maximum length */
      text: string;
      /** Target account, or alias of an adapter instance */
      account?: string;
      /** Agent whose speech defaults apply; by default the agent of the caller */
      agent?: string;
      /** Target channel */
      channel?: string;
      /** Target chat */
      chat?: string;
      /** Id of the only client that may play the request; by default any client */
      clientId?: string;
      /** Provider-specific settings as JSON, such as previousText, seed or optimizeStreamingLatency */
      voiceprovider?: string;
      /** Audio format, such as wav or mp3_44100_128 */
      format?: string;
      /** Your own id for the request; repeating it publishes nothing */
      id?: string;
      /** BCP 47 language tag, such as de or pt-BR */
      lang?: string;
      /** Id of the speech model */
      model?: string;
      /** Clients play the request only when a user starts it (default: false) */
      noAutoplay?: boolean;
      /** Session name */
      session?: string;
      /** Session key */
      sessionKey?: string;
      /** Speaking rate; 1 is normal speed. From 0.25 to 4 */
      speed?: string;
      /** Voice id; see audio.voices.list */
      voice?: string;
      /** Voice settings as JSON, such as {"stability":0.5,"speed":1.1} */
      voiceSettings?: string;
    };
    output: {
      /** Always true: the request was published by this call, or earlier under the same id */
      ok: boolean;
      /** Request that was published */
      request: SpeechRequest;
      /** Topic of the event that announces the request */
      topic: string;
    };
    errors: "audio.agent_not_found" | "audio.chat_not_found" | "audio.request_conflict" | "audio.worker_stopped";
  };
  /**
   * List the voices of a provider
   * Lists the voices of this machine by default. With provider voiceprovider, the service is queried at most once a minute.
   * Scope: audio:read
   */
  "audio.voices.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Speech provider (default: "local") */
      provider?: "local" | "voiceprovider";
      /** BCP 47 language tag, such as de or pt-BR */
      lang?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, provider, engine, lang, gender */
      fields?: string;
    };
    output: {
      /** The items of this page */
      voices: Partial<OfferedVoice>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<OfferedVoice>;
    errors: "audio.worker_stopped";
  };
  /**
   * Discard a work entry
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: audio:write
   */
  "audio.work.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the work entry */
      id: string;
    };
    output: {
      /** The work entry */
      job: SpeechJob;
    };
    errors: "audio.work_job_not_found" | "audio.work_job_settled";
  };
  /**
   * List work entries, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: audio:read
   */
  "audio.work.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only work entries with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only work entries with this request */
      request?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: request, provider, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError, lastAttempt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      work: Partial<SpeechJob>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<SpeechJob>;
    errors: never;
  };
  /**
   * Retry a work entry
   * The entry gets all its attempts again.
   * Scope: audio:write
   */
  "audio.work.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the work entry */
      id: string;
    };
    output: {
      /** The work entry */
      job: SpeechJob;
    };
    errors: "audio.work_job_not_found" | "audio.work_job_settled";
  };
  /**
   * Show a work entry
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: audio:read
   */
  "audio.work.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the work entry */
      id: string;
    };
    output: {
      /** The work entry */
      job: SpeechJob;
    };
    errors: "audio.work_job_not_found";
  };
  /**
   * List speech workers
   * There is one worker per provider. A stopped worker shows its reason; resume it with `audio.workers.resume`.
   * Scope: audio:read
   */
  "audio.workers.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: provider, state, engine, host, connection, reason, stoppedAt, waiting */
      fields?: string;
    };
    output: {
      /** The items of this page */
      workers: Partial<SpeechWorker>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<SpeechWorker>;
    errors: never;
  };
  /**
   * Resume a stopped worker and its waiting requests
   * A worker resumes automatically when its credential connection is enabled or gets a new secret.
   * Scope: audio:write
   */
  "audio.workers.resume": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Speech provider */
      provider: "local" | "voiceprovider";
    };
    output: {
      /** Speech provider */
      provider: "local" | "voiceprovider";
      /** Whether the worker was resumed */
      changed: boolean;
    };
    errors: "audio.worker_not_stopped" | "audio.worker_stopped";
  };
  /**
   * Archive a base
   * An archived base is read-only: its rows, views and charts can be read, but not changed. Unarchive it with `bases.unarchive`.
   * Scope: bases:write
   */
  "bases.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
    };
    output: {
      /** The base */
      base: Base;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_not_found";
  };
  /**
   * Create a chart
   * A chart groups rows by `x` and counts or sums them as `y`. `bases.charts.show` returns its points.
   * Scope: bases:write
   */
  "bases.charts.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Name of the chart */
      name: string;
      /** Kind of chart (default: "bar") */
      kind?: "bar" | "line" | "area" | "pie" | "number";
      /** Id or key of the property */
      x?: string;
      /** `count`, or sum, avg, min or max of a number property, such as `sum:amount` (default: "count") */
      y?: string;
      /** Conditions that rows must meet */
      filter?: RowFilter;
    };
    output: {
      /** The chart */
      chart: Chart;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.property_deleted" | "bases.property_not_found" | "bases.too_many";
  };
  /**
   * List the charts of a base, oldest first
   * `dangling` lists deleted properties that a chart uses.
   * Scope: bases:read
   */
  "bases.charts.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, baseId, name, kind, x, y, filter, dangling, createdAt, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      charts: Partial<Chart>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    item: Partial<Chart>;
    errors: "bases.base_ambiguous" | "bases.base_not_found";
  };
  /**
   * Remove a chart
   * Rows are not changed. The answer contains the removed chart, so that it can be created again.
   * Scope: bases:write
   */
  "bases.charts.remove": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id of the chart */
      chart: string;
    };
    output: {
      /** The chart */
      chart: Chart;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.chart_not_found";
  };
  /**
   * Show a chart and its points
   * The points are computed from all rows that currently match the filter of the chart.
   * Scope: bases:read
   */
  "bases.charts.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id of the chart */
      chart: string;
    };
    output: {
      /** The chart */
      chart: Chart;
      /** Points of the chart, in order */
      points: ChartPoint[];
      /** Whether there are more points than the 1,000 shown */
      truncated: boolean;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_not_found" | "bases.chart_not_found";
  };
  /**
   * Update a chart
   * Omitted fields keep their values.
   * Scope: bases:write
   */
  "bases.charts.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id of the chart */
      chart: string;
      /** Name of the chart */
      name?: string;
      /** Kind of chart */
      kind?: "bar" | "line" | "area" | "pie" | "number";
      /** Id or key of the property */
      x?: string;
      /** `count`, or sum, avg, min or max of a number property, such as `sum:amount` */
      y?: string;
      /** Conditions that rows must meet */
      filter?: RowFilter;
      /** Remove the filter, so that the chart uses all rows */
      withoutFilter?: boolean;
    };
    output: {
      /** The chart */
      chart: Chart;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.chart_not_found" | "bases.property_deleted" | "bases.property_not_found";
  };
  /**
   * Create a base
   * The slug must be unique in the project. By default, it is made from the name.
   * Scope: bases:write
   */
  "bases.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Name of the base */
      name: string;
      /** Name in addresses, unique in its project */
      slug?: string;
      /** Description for people; empty for none */
      description?: string;
      /** An emoji or a word, shown as the icon; empty for none */
      icon?: string;
      /** Id or slug of the project, or `local` for no project */
      project?: string;
      /** IANA name of the time zone, such as Europe/Berlin; empty for UTC */
      timezone?: string;
      /** Properties of the base (default: []) */
      props?: {
        /** Name of the property in `values`; made from its name by default */
        key?: string;
        /** Name of the property */
        name: string;
        /** Type of the property */
        type: "text" | "number" | "checkbox" | "date" | "select" | "multi_select" | "status" | "url" | "email" | "phone" | "person" | "ref" | "agent" | "approval";
        /** Description for people; empty for none */
        description?: string;
        /** Settings for the property's type */
        config?: PropertyConfigInput;
        /** Whether every row must have a value */
        required?: boolean;
      }[];
    };
    output: {
      /** The base */
      base: Base;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.key_taken" | "bases.project_not_found" | "bases.slug_taken";
  };
  /**
   * List imports, newest first
   * The list can be filtered by base and by state.
   * Scope: bases:read
   */
  "bases.imports.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Id or slug of the base */
      base?: string;
      /** State of the import */
      state?: "running" | "done" | "undoing" | "undone";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, baseId, format, state, rows, of, skipped, createdAt, createdBy, finishedAt, reason, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      imports: Partial<RowImport>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    item: Partial<RowImport>;
    errors: "bases.base_ambiguous" | "bases.base_not_found";
  };
  /**
   * Retry an import now
   * Without a retry, the import is attempted again for more than an hour. Rows that were already created are kept and not created again.
   * Scope: bases:write
   */
  "bases.imports.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the import, as returned by bases.rows.import */
      import: string;
    };
    output: {
      /** The import */
      import: RowImport;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_not_found" | "bases.import_ended" | "bases.import_not_found";
  };
  /**
   * Show the progress of an import
   * `rows` is the number of rows imported so far.
   * Scope: bases:read
   */
  "bases.imports.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the import, as returned by bases.rows.import */
      import: string;
    };
    output: {
      /** The import */
      import: RowImport;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_not_found" | "bases.import_not_found";
  };
  /**
   * Stop an import and remove its rows
   * Rows that were changed later are removed too; the plan counts them. A running import creates no further rows. Many rows are removed in the background.
   * Scope: bases:write
   */
  "bases.imports.undo": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the import, as returned by bases.rows.import */
      import: string;
    };
    output: {
      /** The import */
      import: RowImport;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_archived" | "bases.base_not_found" | "bases.import_ended" | "bases.import_not_found";
  };
  /**
   * Upload parts of a file to import
   * For a file too large for one request: split it into parts of up to 4 MiB, upload them, and list their names in `parts` of `bases.rows.import`. A part can be imported into this base for a day. Uploading the same part again is idempotent.
   * Scope: bases:write
   */
  "bases.imports.upload": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Parts of a file, in any order */
      parts: string[];
    };
    output: {
      /** Names of the parts, in the order of the input */
      parts: string[];
      /** Total size in bytes */
      bytes: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found";
  };
  /**
   * List bases, newest first
   * The list can be filtered by project. Archived bases are listed with `status: archived`.
   * Scope: bases:read
   */
  "bases.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or name or slug begins with this text */
      name?: string;
      /** Id or slug of the project, or `local` for no project */
      project?: string;
      /** Status of the bases; active by default, any if name is given */
      status?: "active" | "archived";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, slug, description, icon, organizationId, projectId, status, timezone, rowCount, schemaVersion, version, capabilities, createdAt, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      bases: Partial<Base>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    item: Partial<Base>;
    errors: "bases.project_not_found";
  };
  /**
   * Create a property
   * Existing rows have no value for it. If the property is required, a row needs a value with its next change; the report counts the rows without a value.
   * Scope: bases:write
   */
  "bases.props.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Name of the property in `values`; made from its name by default */
      key?: string;
      /** Name of the property */
      name: string;
      /** Type of the property */
      type: "text" | "number" | "checkbox" | "date" | "select" | "multi_select" | "status" | "url" | "email" | "phone" | "person" | "ref" | "agent" | "approval";
      /** Description for people; empty for none */
      description?: string;
      /** Settings for the property's type */
      config?: PropertyConfigInput;
      /** Whether every row must have a value */
      required?: boolean;
      /** Position among the properties, starting at 0; later properties move. From 0 to 199 */
      position?: number | string;
      /** Expected version of the schema; the change is rejected if the schema has another version. At least 1 */
      expectedSchemaVersion?: number | string;
    };
    output: {
      /** The base */
      base: Base;
      /** The property */
      property: Property;
      /** Effect on rows, charts and views */
      report: SchemaChangeReport;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.key_taken" | "bases.property_ambiguous" | "bases.schema_full" | "bases.schema_version_mismatch";
  };
  /**
   * Delete a property
   * Its values are kept until it is purged. `bases.props.restore` restores the property and its values if its key is still free.
   * Scope: bases:write
   */
  "bases.props.delete": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id or key of the property */
      prop: string;
      /** Expected version of the schema; the change is rejected if the schema has another version. At least 1 */
      expectedSchemaVersion?: number | string;
    };
    output: {
      /** The base */
      base: Base;
      /** The property */
      property: Property;
      /** Effect on rows, charts and views */
      report: SchemaChangeReport;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.property_ambiguous" | "bases.property_deleted" | "bases.property_not_found" | "bases.schema_version_mismatch";
  };
  /**
   * List the properties of a base, in order
   * With `deleted`, only deleted properties are listed.
   * Scope: bases:read
   */
  "bases.props.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** List deleted properties instead of active ones */
      deleted?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, key, name, description, type, config, required, position, deletedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      properties: Partial<Property>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    item: Partial<Property>;
    errors: "bases.base_ambiguous" | "bases.base_not_found";
  };
  /**
   * Purge a deleted property and its values
   * The property is removed permanently. The space of its values is freed in the background.
   * Scope: bases:write
   */
  "bases.props.purge": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id or key of the property */
      prop: string;
    };
    output: {
      /** The base */
      base: Base;
      /** The property */
      property: Property;
      /** Effect on rows, charts and views */
      report: SchemaChangeReport;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.property_ambiguous" | "bases.property_not_deleted" | "bases.property_not_found";
  };
  /**
   * Restore a deleted property
   * The property is restored with its values if its key is still free. Views and charts that use it show it again.
   * Scope: bases:write
   */
  "bases.props.restore": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id or key of the property */
      prop: string;
      /** Address of this gateway; the call is rejected if it belongs to another gateway */
      console?: string;
      /** Expected version of the schema; the change is rejected if the schema has another version. At least 1 */
      expectedSchemaVersion?: string;
      /** Id or slug of the project, or `local` for no project */
      project?: string;
    };
    output: {
      /** The base */
      base: Base;
      /** The property */
      property: Property;
      /** Effect on rows, charts and views */
      report: SchemaChangeReport;
      /** Address of the base in the console; empty without a console */
      consoleUrl: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.key_taken" | "bases.project_not_found" | "bases.property_ambiguous" | "bases.property_not_deleted" | "bases.property_not_found" | "bases.schema_version_mismatch" | "bases.unknown_console";
  };
  /**
   * Update the name, position, configuration or type of a property
   * A new configuration replaces the old one; options that are matched by id or name keep their ids. A change of type is a dry run by default: values that can be converted as text are kept, and the others are cleared, as in the report.
   * Scope: bases:write
   */
  "bases.props.update": {
    kind: "command";
    dryRun: "conditional";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id or key of the property */
      prop: string;
      /** Name of the property in `values`; made from its name by default */
      key?: string;
      /** Name of the property */
      name?: string;
      /** Description for people; empty for none */
      description?: string;
      /** Type of the property */
      type?: "text" | "number" | "checkbox" | "date" | "select" | "multi_select" | "status" | "url" | "email" | "phone" | "person" | "ref" | "agent" | "approval";
      /** Settings for the property's type */
      config?: PropertyConfigInput;
      /** Whether every row must have a value */
      required?: boolean;
      /** Position among the properties, starting at 0; later properties move. From 0 to 199 */
      position?: number | string;
      /** Expected version of the schema; the change is rejected if the schema has another version. At least 1 */
      expectedSchemaVersion?: number | string;
    };
    output: {
      /** The base */
      base: Base;
      /** The property */
      property: Property;
      /** Effect on rows, charts and views */
      report: SchemaChangeReport;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.key_taken" | "bases.not_an_approver" | "bases.option_in_use" | "bases.property_ambiguous" | "bases.property_deleted" | "bases.property_not_found" | "bases.schema_version_mismatch";
  };
  /**
   * Archive a row
   * Archived rows are not listed by default. Unarchive the row with `bases.rows.unarchive`.
   * Scope: bases:write
   */
  "bases.rows.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the row */
      row: string;
    };
    output: {
      /** The row */
      row: Row;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_archived" | "bases.base_not_found" | "bases.row_not_found";
  };
  /**
   * Create a row
   * With an `idempotencyKey`, a repeated call creates no second row and returns the current state of the first.
   * Scope: bases:write
   */
  "bases.rows.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Values by property key; null clears a value */
      values: Record<string, unknown>;
      /** Idempotency key: a repeated call with the same key creates no second row */
      idempotencyKey?: string;
    };
    output: {
      /** The row */
      row: Row;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.not_an_approver" | "bases.row_conflict";
  };
  /**
   * Export rows as CSV, JSON or XLSX
   * Exports the rows that `bases.rows.list` returns, in the same order, up to 100,000 rows and 64 MiB. In CSV, text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe, which an import removes.
   * Scope: bases:read
   */
  "bases.rows.export": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** File format */
      format: "csv" | "json" | "xlsx";
      /** Conditions that rows must meet */
      filter?: RowFilter;
      /** Sort order, most significant first; rows without a value come last */
      sort?: string[];
      /** Id or name of the view */
      view?: string;
      /** Export archived rows instead of active ones */
      archived?: boolean;
    };
    output: {
      /** Content of the file */
      content: string;
      /** Encoding of `content` */
      encoding: "utf8" | "base64";
      /** Number of exported rows */
      rows: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_not_found" | "bases.export_too_large" | "bases.property_deleted" | "bases.property_not_found" | "bases.view_not_found";
  };
  /**
   * Find rows by the start of their id
   * Searches the rows of all bases.
   * Scope: bases:read
   */
  "bases.rows.find": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Beginning of the id, with or without `row_` */
      name: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, baseId, values, version, createdAt, updatedAt, createdBy, archivedAt, a key of values */
      fields?: string;
    };
    output: {
      /** The items of this page */
      rows: Partial<Row>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Row>;
    errors: never;
  };
  /**
   * Import rows from a CSV or XLSX file
   * The first line names properties by key or name. All lines are checked before anything is written. If a line is invalid, nothing is imported and all errors are reported, unless `partial` is set. More than 1,000 rows, or fewer long rows, are created in the background: see `bases.imports.show` and the events `bases.import.progressed`. A CSV file of any size is uploaded in parts with `bases.imports.upload` first. With `createProperties`, an import is a dry run by default.
   * Scope: bases:write
   */
  "bases.rows.import": {
    kind: "command";
    dryRun: "conditional";
    input: {
      /** Id or slug of the base */
      base: string;
      /** File format */
      format: "csv" | "xlsx";
      /** The file: the text of a CSV file, or an XLSX file in base64; up to 64 MiB */
      content?: string;
      /** The file in parts, in order, which were uploaded to this base with bases.imports.upload */
      parts?: string[];
      /** Create a property for each column that matches none, with a type from its first 1,000 values; the plan lists them */
      createProperties?: boolean;
      /** Skip invalid lines instead of rejecting the file */
      partial?: boolean;
    };
    output: {
      /** State of the import */
      state: "done" | "running" | "refused";
      /** Id of the import, for `bases.imports.show` and `bases.imports.undo` */
      import?: string;
      /** Number of lines after the header, without blank lines */
      lines: number;
      /** Number of valid lines */
      good: number;
      /** Number of invalid lines */
      bad: number;
      /** Number of rows created so far */
      created: number;
      /** Up to 1,000 errors, in the order of the file */
      diagnostics: {
        /** Line of the file; the header is line 1 */
        line: number;
        /** Column, as named in the header */
        column?: string;
        /** Error code */
        code: string;
        /** Error message */
        message: string;
      }[];
      /** Total number of errors */
      diagnosticsTotal: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.schema_full";
  };
  /**
   * List the rows of a base
   * Rows are sorted by creation by default. A view applies its filter, its sort order and its properties; `filter` narrows it further, and `sort` replaces its sort order.
   * Scope: bases:read
   */
  "bases.rows.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Conditions that rows must meet */
      filter?: RowFilter;
      /** Sort order, most significant first; rows without a value come last */
      sort?: string[];
      /** Id or name of the view */
      view?: string;
      /** List archived rows instead of active ones */
      archived?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, baseId, values, version, createdAt, updatedAt, createdBy, archivedAt, a key of values */
      fields?: string;
    };
    output: {
      /** The items of this page */
      rows: Partial<Row>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    item: Partial<Row>;
    errors: "bases.base_ambiguous" | "bases.base_not_found" | "bases.property_deleted" | "bases.property_not_found" | "bases.view_not_found";
  };
  /**
   * Show a row
   * `values` has the values by property key. A property without a value is absent.
   * Scope: bases:read
   */
  "bases.rows.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the row */
      row: string;
    };
    output: {
      /** The row */
      row: Row;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_not_found" | "bases.row_not_found";
  };
  /**
   * Unarchive a row
   * The row keeps its id and its values.
   * Scope: bases:write
   */
  "bases.rows.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the row */
      row: string;
    };
    output: {
      /** The row */
      row: Row;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_archived" | "bases.base_not_found" | "bases.row_not_found";
  };
  /**
   * Update values of a row
   * Properties that are not in `values` keep their values; null clears a value.
   * Scope: bases:write
   */
  "bases.rows.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the row */
      row: string;
      /** Values by property key; null clears a value */
      values: Record<string, unknown>;
      /** Expected version of the row; the change is rejected if the row has another version. At least 1 */
      expectedVersion?: number | string;
    };
    output: {
      /** The row */
      row: Row;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_archived" | "bases.base_not_found" | "bases.not_an_approver" | "bases.row_archived" | "bases.row_not_found" | "bases.row_version_mismatch";
  };
  /**
   * Show a base and its properties
   * The properties are listed in order. The base is named by id or slug.
   * Scope: bases:read
   */
  "bases.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id or slug of the project, or `local` for no project */
      project?: string;
      /** Include deleted properties */
      includeDeleted?: boolean;
    };
    output: {
      /** The base */
      base: Base;
      /** Properties of the base, in order */
      properties: Property[];
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_not_found" | "bases.project_not_found";
  };
  /**
   * Unarchive a base
   * The base and its rows can be changed again.
   * Scope: bases:write
   */
  "bases.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
    };
    output: {
      /** The base */
      base: Base;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_not_found";
  };
  /**
   * Update a base
   * After a change of the slug, the old slug no longer finds the base. Set project to `local` to remove the base from its project.
   * Scope: bases:write
   */
  "bases.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Name of the base */
      name?: string;
      /** Name in addresses, unique in its project */
      slug?: string;
      /** Description for people; empty for none */
      description?: string;
      /** An emoji or a word, shown as the icon; empty for none */
      icon?: string;
      /** Id or slug of the project, or `local` for no project */
      project?: string;
      /** IANA name of the time zone, such as Europe/Berlin; empty for UTC */
      timezone?: string;
    };
    output: {
      /** The base */
      base: Base;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.project_not_found" | "bases.slug_taken";
  };
  /**
   * Discard an upkeep entry
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: bases:write
   */
  "bases.upkeep.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the upkeep entry */
      id: string;
    };
    output: {
      /** The upkeep entry */
      work: BaseUpkeep;
    };
    errors: "bases.upkeep_work_not_found" | "bases.upkeep_work_settled";
  };
  /**
   * List upkeep entries, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: bases:read
   */
  "bases.upkeep.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only upkeep entries with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only upkeep entries with this base */
      base?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: base, property, kind, schemaVersion, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      upkeep: Partial<BaseUpkeep>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<BaseUpkeep>;
    errors: never;
  };
  /**
   * Retry an upkeep entry
   * The entry gets all its attempts again.
   * Scope: bases:write
   */
  "bases.upkeep.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the upkeep entry */
      id: string;
    };
    output: {
      /** The upkeep entry */
      work: BaseUpkeep;
    };
    errors: "bases.upkeep_work_not_found" | "bases.upkeep_work_settled";
  };
  /**
   * Show an upkeep entry
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: bases:read
   */
  "bases.upkeep.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the upkeep entry */
      id: string;
    };
    output: {
      /** The upkeep entry */
      work: BaseUpkeep;
    };
    errors: "bases.upkeep_work_not_found";
  };
  /**
   * Create a view
   * A view saves properties, a filter and a sort order. By default, it has all current properties of the base.
   * Scope: bases:write
   */
  "bases.views.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Name of the view */
      name: string;
      /** Properties to show, in order (default: []) */
      properties?: string[];
      /** Conditions that rows must meet */
      filter?: RowFilter;
      /** Sort order, most significant first; rows without a value come last */
      sort?: string[];
    };
    output: {
      /** The view */
      view: View;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.property_deleted" | "bases.property_not_found" | "bases.too_many" | "bases.view_name_taken";
  };
  /**
   * List the views of a base, oldest first
   * A view saves properties, a filter and a sort order for the rows of a base.
   * Scope: bases:read
   */
  "bases.views.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, baseId, name, properties, filter, sort, dangling, createdAt, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      views: Partial<View>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    item: Partial<View>;
    errors: "bases.base_ambiguous" | "bases.base_not_found";
  };
  /**
   * Remove a view
   * Rows are not changed. The answer contains the removed view, so that it can be created again.
   * Scope: bases:write
   */
  "bases.views.remove": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id or name of the view */
      view: string;
    };
    output: {
      /** The view */
      view: View;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.view_not_found";
  };
  /**
   * Update a view
   * Omitted fields keep their values. With an empty `sort`, rows are sorted by creation.
   * Scope: bases:write
   */
  "bases.views.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the base */
      base: string;
      /** Id or name of the view */
      view: string;
      /** Name of the view */
      name?: string;
      /** Properties to show, in order */
      properties?: string[];
      /** Conditions that rows must meet */
      filter?: RowFilter;
      /** Remove the filter, so that the view shows all rows */
      withoutFilter?: boolean;
      /** Sort order: `<property>:asc` or `<property>:desc` */
      sort?: string[];
    };
    output: {
      /** The view */
      view: View;
      /** Address of the base in the console; absent without a console */
      consoleUrl?: string;
      /** Slug of the project, or `local` */
      projectRef: string;
      /** Whether the call succeeded */
      success: boolean;
    };
    errors: "bases.base_ambiguous" | "bases.base_archived" | "bases.base_not_found" | "bases.property_deleted" | "bases.property_not_found" | "bases.view_name_taken" | "bases.view_not_found";
  };
  /**
   * Check whether an account can sign in to its server
   * For a CalDAV account the response lists the calendars of the server. Nothing is changed on either side.
   * Scope: calendars:write
   */
  "calendars.accounts.check": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Account id; use `local` for calendars that exist only on this gateway */
      id: string;
    };
    output: {
      /** Whether the server accepted the account */
      ok: boolean;
      /** Why the check failed */
      reason?: string;
      /** Error code of the failed check */
      code?: string;
      /** Calendars of the server */
      calendars?: {
        /** URL of the calendar */
        url: string;
        /** Calendar name */
        name: string;
      }[];
    };
    errors: "calendars.account_not_found";
  };
  /**
   * Create an account at a CalDAV or mail server
   * The server is not contacted yet: check the account with calendars.accounts.check and import its calendars with calendars.sync. The secret is stored separately, in a credentials connection of the provider `caldav` or `smtp`. TLS is required unless the server is on this machine or in a private network.
   * Scope: calendars:write
   */
  "calendars.accounts.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Account id; use `local` for calendars that exist only on this gateway */
      id: string;
      /** Provider of the account */
      provider: "local" | "caldav" | "smtp";
      /** Name or id of the credentials connection that holds the account's secret */
      connection?: string;
      /** Connection settings of the server */
      config?: CalendarAccountConfig;
    };
    output: {
      /** The account */
      account: CalendarAccount;
    };
    errors: "calendars.account_exists" | "calendars.connection_unknown" | "calendars.too_many_accounts" | "credentials.connection_bound";
  };
  /**
   * List accounts
   * Lists the accounts visible to the caller. The built-in account `local` always exists and is not listed.
   * Scope: calendars:read
   */
  "calendars.accounts.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Account status */
      status?: "active" | "stopped";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, provider, connection, config, ownerId, ownerType, status, statusReason, createdAt, updatedAt, lastSyncedAt, lastTriedAt, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      accounts: Partial<CalendarAccount>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CalendarAccount>;
    errors: never;
  };
  /**
   * Remove an account and keep its calendars on this gateway
   * Nothing is changed at the provider. Pending deliveries to it are discarded.
   * Scope: calendars:write
   */
  "calendars.accounts.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Account id; use `local` for calendars that exist only on this gateway */
      id: string;
    };
    output: {
      /** Whether the account was removed */
      removed: boolean;
      /** Calendars that now exist only on this gateway */
      calendars: string[];
      /** Number of discarded outbox entries */
      discarded: number;
    };
    errors: "calendars.account_not_found";
  };
  /**
   * Show an account and its undelivered outbox entries
   * `outbox` counts the account's outbox entries by status.
   * Scope: calendars:read
   */
  "calendars.accounts.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Account id; use `local` for calendars that exist only on this gateway */
      id: string;
    };
    output: {
      /** The account */
      account: CalendarAccount;
      /** Number of outbox entries by status */
      outbox: {
        /** Entries that have not been attempted yet */
        pending: number;
        /** Entries in delivery */
        leased: number;
        /** Entries that failed and will be retried */
        failed: number;
        /** Entries that failed permanently or were discarded */
        dead: number;
      };
    };
    errors: "calendars.account_not_found";
  };
  /**
   * Update the connection settings of an account and resume it
   * `config` replaces the whole configuration. Pending deliveries use the new settings. A stopped account is resumed even if nothing else changes, unless its connection is disabled.
   * Scope: calendars:write
   */
  "calendars.accounts.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Account id; use `local` for calendars that exist only on this gateway */
      id: string;
      /** Name or id of the credentials connection that holds the account's secret; empty for none */
      connection?: string;
      /** Connection settings of the server */
      config?: CalendarAccountConfig;
    };
    output: {
      /** The account */
      account: CalendarAccount;
    };
    errors: "calendars.account_not_found" | "calendars.connection_unknown" | "credentials.connection_bound";
  };
  /**
   * Show the events of the next days
   * Covers all calendars that the caller can see, and events in other calendars that the caller's agent is invited to. Recurring events are listed on each of their days, and events of several days on each of them. Cancelled events are omitted.
   * Scope: calendars:read
   */
  "calendars.agenda": {
    kind: "query";
    dryRun: "never";
    input: {
      /** First day, as a date like 2026-11-24; today by default */
      from?: string;
      /** Number of days. From 1 to 62 (default: "7") */
      days?: number | string;
      /** Calendar id; all calendars that the caller can see by default */
      calendar?: string;
      /** IANA time zone of the days, such as Europe/Berlin; by default the calendar's, or else the gateway's */
      timezone?: string;
    };
    output: {
      /** IANA time zone of the days and local times */
      timezone: string;
      /** The current day in this time zone, as a date like 2026-11-24 */
      today: string;
      /** All days of the period, in chronological order */
      days: CalendarDay[];
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing" | "calendars.too_many_occurrences";
  };
  /**
   * Archive a calendar
   * An archived calendar cannot be changed and is not listed by default; its events can still be read. Archiving an archived calendar has no effect.
   * Scope: calendars:write
   */
  "calendars.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
    };
    output: {
      /** The calendar */
      calendar: Calendar;
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing";
  };
  /**
   * Create a calendar
   * The caller becomes the owner. A private calendar is visible to its owner only, a shared one also to its members, and a public one to everyone.
   * Scope: calendars:write
   */
  "calendars.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Calendar name */
      name: string;
      /** IANA time zone, such as Europe/Berlin */
      timezone?: string;
      /** Account id; use `local` for calendars that exist only on this gateway (default: "local") */
      account?: string;
      /** Color in hexadecimal, such as #3a7bd5; empty for none */
      color?: string;
      /** Calendar description; empty for none */
      description?: string;
      /** Who can see the calendar (default: "private") */
      visibility?: "private" | "shared" | "public";
      /** Whether to make this the owner's default calendar, replacing the current one (default: false) */
      isDefault?: boolean;
    };
    output: {
      /** The calendar */
      calendar: Calendar;
    };
    errors: "calendars.account_not_found";
  };
  /**
   * Add an attendee to an event or to one occurrence of a series
   * An attendee who is already invited keeps their response and gets the specified kind. Other attendees are not changed.
   * Scope: calendars:write
   */
  "calendars.events.attendees.add": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event: string;
      /** Agent id */
      agent?: string;
      /** An e-mail address */
      email?: string;
      /** Display name */
      displayName?: string;
      /** Kind of attendee */
      kind?: "organizer" | "required" | "optional" | "resource";
    };
    output: {
      /** The event */
      event: CalendarEvent;
      /** The outbox entry */
      outbox?: CalendarOutboxEntry;
    };
    errors: "calendars.calendar_archived" | "calendars.event_cancelled" | "calendars.event_not_found" | "calendars.occurrence_not_found" | "calendars.role_missing" | "calendars.too_many_changes";
  };
  /**
   * Remove an attendee from an event or from one occurrence of a series
   * Other attendees are not changed. A guest invited by e-mail is sent a cancellation.
   * Scope: calendars:write
   */
  "calendars.events.attendees.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event: string;
      /** Agent id */
      agent?: string;
      /** An e-mail address */
      email?: string;
    };
    output: {
      /** The event */
      event: CalendarEvent;
      /** The outbox entry */
      outbox?: CalendarOutboxEntry;
    };
    errors: "calendars.attendee_ambiguous" | "calendars.attendee_not_found" | "calendars.calendar_archived" | "calendars.event_cancelled" | "calendars.event_not_found" | "calendars.occurrence_not_found" | "calendars.role_missing" | "calendars.too_many_changes";
  };
  /**
   * Cancel an event or one occurrence of a series
   * Attendees are notified. A cancelled event is kept and can be restored with calendars.events.restore.
   * Scope: calendars:write
   */
  "calendars.events.cancel": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event: string;
      /** Fail unless the event still has this sequence. At least 0 */
      expectedSequence?: number | string;
    };
    output: {
      /** The event */
      event: CalendarEvent;
      /** The outbox entry */
      outbox?: CalendarOutboxEntry;
    };
    errors: "calendars.calendar_archived" | "calendars.event_cancelled" | "calendars.event_not_found" | "calendars.occurrence_not_found" | "calendars.role_missing" | "calendars.sequence_mismatch" | "calendars.too_many_changes";
  };
  /**
   * Create an event and invite attendees
   * If an attendee is not an agent of this gateway, the call is a dry run unless `execute` is set. With an idempotencyKey a repeated call returns the existing event in its current state instead of creating another.
   * Scope: calendars:write
   */
  "calendars.events.create": {
    kind: "command";
    dryRun: "conditional";
    input: {
      /** Calendar id */
      calendar: string;
      /** Event title */
      title: string;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      startAt: string | number;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      endAt: string | number;
      /** IANA time zone of the start and of the recurrence, such as Europe/Berlin; the calendar's time zone by default */
      startTimezone?: string;
      /** IANA time zone of the end; the time zone of the start by default */
      endTimezone?: string;
      /** Whether the event lasts whole days; startAt and endAt are then dates, and endAt is the day after the last day */
      allDay?: boolean;
      /** Event description; empty for none */
      description?: string;
      /** Event location; empty for none */
      location?: string;
      /** Recurrence rule as an iCalendar RRULE, such as FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10. Occurrences keep their local time: a time skipped by a daylight saving change moves forward by the skipped amount, a time that occurs twice means the first */
      recurrenceRule?: string;
      /** Whether the time counts as busy */
      busyStatus?: "busy" | "free";
      /** Who can see the event */
      visibility?: "default" | "public" | "private";
      /** Event status */
      status?: "confirmed" | "tentative";
      /** Attendees to invite: agents of this gateway by id, others by e-mail address */
      attendees?: CalendarInvitee[];
      /** Key chosen by the caller. A repeated call with the same key has no further effect; keys do not expire */
      idempotencyKey?: string;
    };
    output: {
      /** The event */
      event: CalendarEvent;
      /** The outbox entry */
      outbox?: CalendarOutboxEntry;
    };
    errors: "calendars.calendar_archived" | "calendars.calendar_not_found" | "calendars.event_conflict" | "calendars.role_missing";
  };
  /**
   * List events by start time
   * Lists events that overlap the time between `from` and `to`. A series is one entry; with `expand` each occurrence is an entry with the id <event>@<originalStartAt>. Without `calendar` the list covers all calendars that the caller can see and events in other calendars that the caller's agent is invited to. Cancelled events are listed only with `status`. All-day events are placed in the calendar's time zone. With `name` the events and series with this title are listed, whenever they take place. `expand` requires both `from` and `to`, at most ten years apart, and returns at most 5,000 occurrences.
   * Scope: calendars:read
   */
  "calendars.events.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or title begins with this text */
      name?: string;
      /** Calendar id */
      calendar?: string;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      from?: string | number;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      to?: string | number;
      /** Only events with this status */
      status?: "confirmed" | "tentative" | "cancelled";
      /** Text to search for in titles, descriptions, locations and attendee names */
      query?: string;
      /** Whether to list each occurrence of a series as its own entry (default: false) */
      expand?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, uid, icalUid, accountId, calendarId, seriesId, etag, title, description, location, providerEventId, providerRecurringEventId, recurrenceRule, startTimezone, endTimezone, creatorAgentId, creatorContactId, creatorPlatformIdentityId, organizerAgentId, organizerContactId, organizerPlatformIdentityId, allDay, startAt, endAt, originalStartAt, createdAt, updatedAt, deletedAt, sequence, busyStatus, status, visibility, descriptionRedactionStatus, locationRedactionStatus, recurrence, providerProvenance, safePayload, attendees, calendar */
      fields?: string;
    };
    output: {
      /** The items of this page */
      events: {
        /** Event id; `<event>@<originalStartAt>` for an occurrence of a series */
        id?: string;
        /** UID of the event in iCalendar */
        uid?: string;
        /** UID of the event in iCalendar */
        icalUid?: string;
        /** Id of the account */
        accountId?: string;
        /** Id of the calendar */
        calendarId?: string;
        /** For an occurrence, the id of its series; empty if unknown (default: "") */
        seriesId?: string;
        /** Version of the event at the provider; empty if unknown (default: "") */
        etag?: string;
        /** Event title */
        title?: string;
        /** Event description; empty if unknown (default: "") */
        description?: string;
        /** Event location; empty if unknown (default: "") */
        location?: string;
        /** Id of the event at the provider; empty if unknown (default: "") */
        providerEventId?: string;
        /** Id of the series at the provider; empty if unknown (default: "") */
        providerRecurringEventId?: string;
        /** Recurrence rule, as an iCalendar RRULE; empty if unknown (default: "") */
        recurrenceRule?: string;
        /** IANA time zone of the start; empty if unknown (default: "") */
        startTimezone?: string;
        /** IANA time zone of the end; empty if unknown (default: "") */
        endTimezone?: string;
        /** Id of the agent that created the event; empty if unknown (default: "") */
        creatorAgentId?: string;
        /** Id of the contact that created the event; empty if unknown (default: "") */
        creatorContactId?: string;
        /** Id of the identity that created the event; empty if unknown (default: "") */
        creatorPlatformIdentityId?: string;
        /** Id of the agent that organizes the event; empty if unknown (default: "") */
        organizerAgentId?: string;
        /** Id of the contact that organizes the event; empty if unknown (default: "") */
        organizerContactId?: string;
        /** Id of the identity that organizes the event; empty if unknown (default: "") */
        organizerPlatformIdentityId?: string;
        /** Whether the event lasts whole days, the same dates in every time zone. startAt and endAt are then midnight UTC */
        allDay?: boolean;
        /** When the event starts, Unix milliseconds */
        startAt?: number;
        /** When the event ends; for an all-day event, the day after the last day, Unix milliseconds */
        endAt?: number;
        /** For an occurrence, the start time that its series gives it, Unix milliseconds; 0 if unknown (default: 0) */
        originalStartAt?: number;
        /** When the event was created, Unix milliseconds */
        createdAt?: number;
        /** When the event was last changed, Unix milliseconds */
        updatedAt?: number;
        /** When the event was cancelled, or deleted at the provider, Unix milliseconds; 0 if unknown (default: 0) */
        deletedAt?: number;
        /** Revision number; each change that attendees are notified of increases it */
        sequence?: number;
        /** Whether the time counts as busy */
        busyStatus?: "busy" | "free";
        /** Event status */
        status?: "confirmed" | "tentative" | "cancelled";
        /** Who can see the event */
        visibility?: "default" | "public" | "private";
        /** Whether the description is shown in full */
        descriptionRedactionStatus?: "full_local" | "redacted";
        /** Whether the location is shown in full */
        locationRedactionStatus?: "full_local" | "redacted";
        /** `exdates` and `rdates`: start times of excluded and added occurrences, Unix milliseconds */
        recurrence?: Record<string, unknown>;
        /** Source that the event was imported from, if any */
        providerProvenance?: Record<string, unknown>;
        /** iCalendar data that Postern does not interpret, kept for export */
        safePayload?: Record<string, unknown>;
        /** Attendees and their responses */
        attendees?: CalendarAttendee[];
        /** Name of the calendar; absent if the caller cannot see the calendar */
        calendar?: string;
      }[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: {
      /** Event id; `<event>@<originalStartAt>` for an occurrence of a series */
      id?: string;
      /** UID of the event in iCalendar */
      uid?: string;
      /** UID of the event in iCalendar */
      icalUid?: string;
      /** Id of the account */
      accountId?: string;
      /** Id of the calendar */
      calendarId?: string;
      /** For an occurrence, the id of its series; empty if unknown (default: "") */
      seriesId?: string;
      /** Version of the event at the provider; empty if unknown (default: "") */
      etag?: string;
      /** Event title */
      title?: string;
      /** Event description; empty if unknown (default: "") */
      description?: string;
      /** Event location; empty if unknown (default: "") */
      location?: string;
      /** Id of the event at the provider; empty if unknown (default: "") */
      providerEventId?: string;
      /** Id of the series at the provider; empty if unknown (default: "") */
      providerRecurringEventId?: string;
      /** Recurrence rule, as an iCalendar RRULE; empty if unknown (default: "") */
      recurrenceRule?: string;
      /** IANA time zone of the start; empty if unknown (default: "") */
      startTimezone?: string;
      /** IANA time zone of the end; empty if unknown (default: "") */
      endTimezone?: string;
      /** Id of the agent that created the event; empty if unknown (default: "") */
      creatorAgentId?: string;
      /** Id of the contact that created the event; empty if unknown (default: "") */
      creatorContactId?: string;
      /** Id of the identity that created the event; empty if unknown (default: "") */
      creatorPlatformIdentityId?: string;
      /** Id of the agent that organizes the event; empty if unknown (default: "") */
      organizerAgentId?: string;
      /** Id of the contact that organizes the event; empty if unknown (default: "") */
      organizerContactId?: string;
      /** Id of the identity that organizes the event; empty if unknown (default: "") */
      organizerPlatformIdentityId?: string;
      /** Whether the event lasts whole days, the same dates in every time zone. startAt and endAt are then midnight UTC */
      allDay?: boolean;
      /** When the event starts, Unix milliseconds */
      startAt?: number;
      /** When the event ends; for an all-day event, the day after the last day, Unix milliseconds */
      endAt?: number;
      /** For an occurrence, the start time that its series gives it, Unix milliseconds; 0 if unknown (default: 0) */
      originalStartAt?: number;
      /** When the event was created, Unix milliseconds */
      createdAt?: number;
      /** When the event was last changed, Unix milliseconds */
      updatedAt?: number;
      /** When the event was cancelled, or deleted at the provider, Unix milliseconds; 0 if unknown (default: 0) */
      deletedAt?: number;
      /** Revision number; each change that attendees are notified of increases it */
      sequence?: number;
      /** Whether the time counts as busy */
      busyStatus?: "busy" | "free";
      /** Event status */
      status?: "confirmed" | "tentative" | "cancelled";
      /** Who can see the event */
      visibility?: "default" | "public" | "private";
      /** Whether the description is shown in full */
      descriptionRedactionStatus?: "full_local" | "redacted";
      /** Whether the location is shown in full */
      locationRedactionStatus?: "full_local" | "redacted";
      /** `exdates` and `rdates`: start times of excluded and added occurrences, Unix milliseconds */
      recurrence?: Record<string, unknown>;
      /** Source that the event was imported from, if any */
      providerProvenance?: Record<string, unknown>;
      /** iCalendar data that Postern does not interpret, kept for export */
      safePayload?: Record<string, unknown>;
      /** Attendees and their responses */
      attendees?: CalendarAttendee[];
      /** Name of the calendar; absent if the caller cannot see the calendar */
      calendar?: string;
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing" | "calendars.too_many_occurrences";
  };
  /**
   * Record an attendee's response and queue its delivery
   * Without `status`, shows the current response and changes nothing. The attendee is the caller's own agent by default; attendees are never added. A response to one occurrence of a series applies to that occurrence only. Repeating the same response changes nothing and returns its outbox entry; a different response supersedes one that is still pending. `unknown` is stored but not delivered.
   * Scope: calendars:write
   */
  "calendars.events.respond": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event: string;
      /** Agent id */
      attendeeAgent?: string;
      /** An e-mail address */
      attendeeEmail?: string;
      /** Key chosen by the caller. A repeated call with the same key has no further effect; keys do not expire */
      idempotencyKey?: string;
      /** Response to record */
      status?: "accepted" | "declined" | "tentative" | "needs_action" | "unknown";
    };
    output: {
      /** The event */
      event: CalendarEvent;
      /** Outbox entry of the response; all fields are empty if there is none */
      outbox: {
        /** Outbox entry id */
        id: string;
        /** Id of the account */
        accountId: string;
        /** Id of the calendar */
        calendarId: string;
        /** Id of the event */
        eventId: string;
        /** Operation at the provider; empty if there is no entry (default: "") */
        operation: "create" | "update" | "cancel" | "respond" | "";
        /** Delivery status; empty if there is no entry (default: "") */
        status: "pending" | "leased" | "sent" | "acked" | "failed" | "dead" | "";
        /** Idempotency key of the delivery */
        idempotencyKey: string;
        /** Number of attempts so far */
        attemptCount: number;
        /** Error code of the last failed attempt; empty if unknown (default: "") */
        lastErrorCode: string;
        /** Error message of the last failed attempt */
        lastError?: string;
        /** Data to deliver */
        payload: Record<string, unknown>;
        /** Response of the provider */
        providerResult: Record<string, unknown>;
        /** When the entry was created, Unix milliseconds */
        createdAt: number;
        /** When the entry was last changed, Unix milliseconds */
        updatedAt: number;
        /** When the next attempt is due, Unix milliseconds; 0 if unknown (default: 0) */
        nextAttemptAt: number;
      };
      /** The attendee */
      attendee: CalendarAttendee;
      /** Whether this call recorded the response */
      changed: boolean;
    };
    errors: "calendars.answer_conflict" | "calendars.attendee_ambiguous" | "calendars.attendee_not_found" | "calendars.calendar_archived" | "calendars.event_cancelled" | "calendars.event_not_found" | "calendars.not_your_answer" | "calendars.occurrence_not_found" | "calendars.role_missing" | "calendars.too_many_changes";
  };
  /**
   * Restore a cancelled event or occurrence of a series
   * Attendees are notified if the account of the calendar delivers invitations; then the call is a dry run unless `execute` is set.
   * Scope: calendars:write
   */
  "calendars.events.restore": {
    kind: "command";
    dryRun: "conditional";
    input: {
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event: string;
    };
    output: {
      /** The event */
      event: CalendarEvent;
      /** The outbox entry */
      outbox?: CalendarOutboxEntry;
    };
    errors: "calendars.calendar_archived" | "calendars.event_cancelled" | "calendars.event_not_cancelled" | "calendars.event_not_found" | "calendars.occurrence_not_found" | "calendars.role_missing";
  };
  /**
   * Show an event or one occurrence of a series
   * Callers with the role free_busy see only the times; so do readers for private events. Attendees always see the events they are invited to.
   * Scope: calendars:read
   */
  "calendars.events.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event: string;
    };
    output: {
      /** The event */
      event: CalendarEvent;
    };
    errors: "calendars.event_not_found" | "calendars.occurrence_not_found" | "calendars.role_missing";
  };
  /**
   * Update an event or one occurrence of a series
   * Omitted fields keep their values, and empty strings clear them; an empty recurrenceRule turns a series into a single event. Without `endAt` the duration is kept. Occurrences that were changed individually keep their own values. If the times of a series change, individual changes of occurrences that no longer exist are deleted. If guests are notified by e-mail or by a calendar server, the call is a dry run unless `execute` is set.
   * Scope: calendars:write
   */
  "calendars.events.update": {
    kind: "command";
    dryRun: "conditional";
    input: {
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event: string;
      /** Fail unless the event still has this sequence. At least 0 */
      expectedSequence?: number | string;
      /** Event title */
      title?: string;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      startAt?: string | number;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      endAt?: string | number;
      /** IANA time zone of the start and of the recurrence, such as Europe/Berlin; the calendar's time zone by default */
      startTimezone?: string;
      /** IANA time zone of the end; the time zone of the start by default */
      endTimezone?: string;
      /** Whether the event lasts whole days; startAt and endAt are then dates, and endAt is the day after the last day */
      allDay?: boolean;
      /** Event description; empty for none */
      description?: string;
      /** Event location; empty for none */
      location?: string;
      /** Recurrence rule as an iCalendar RRULE, such as FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10. Occurrences keep their local time: a time skipped by a daylight saving change moves forward by the skipped amount, a time that occurs twice means the first */
      recurrenceRule?: string;
      /** Whether the time counts as busy */
      busyStatus?: "busy" | "free";
      /** Who can see the event */
      visibility?: "default" | "public" | "private";
      /** Event status */
      status?: "confirmed" | "tentative";
    };
    output: {
      /** The event */
      event: CalendarEvent;
      /** The outbox entry */
      outbox?: CalendarOutboxEntry;
    };
    errors: "calendars.calendar_archived" | "calendars.event_cancelled" | "calendars.event_not_found" | "calendars.occurrence_not_found" | "calendars.role_missing" | "calendars.sequence_mismatch" | "calendars.too_many_changes";
  };
  /**
   * Export a calendar as iCalendar text
   * Contains all events, series with their rules and individually changed occurrences, cancelled events as cancelled, and the time zones in use. Imported data that Postern does not interpret is exported again. Readers of the calendar get only the times of private events.
   * Scope: calendars:read
   */
  "calendars.export": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
    };
    output: {
      /** The calendar as iCalendar text */
      ics: string;
    };
    errors: "calendars.calendar_not_found" | "calendars.calendar_too_large" | "calendars.role_missing";
  };
  /**
   * Show busy times
   * Covers the specified calendars, or the calendars of an agent or user that are visible to the caller; by default the caller's own. Free and cancelled events do not count, nor do events that the calendar's agent has declined. Adjacent and overlapping intervals are merged.
   * Scope: calendars:read
   */
  "calendars.freebusy": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Calendar ids */
      calendars?: string[];
      /** An agent or user, as agent:<id> or user:<context id> */
      with?: string;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      from: string | number;
      /** Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events */
      to: string | number;
    };
    output: {
      /** Busy intervals in chronological order */
      busy: {
        /** Start of the interval, Unix milliseconds */
        startAt: number;
        /** End of the interval, Unix milliseconds */
        endAt: number;
      }[];
      /** Ids of the calendars that were considered */
      calendars: string[];
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing" | "calendars.too_many_occurrences";
  };
  /**
   * Import events from iCalendar text
   * Events are matched by UID. An existing event is updated if the text has a higher SEQUENCE or a later modification time, and skipped otherwise, so importing the same text twice changes nothing. Data that Postern does not interpret is kept for export. Components that cannot be read are skipped and reported in `diagnostics`, which lists the first hundred. The import is a single commit and sends no invitations.
   * Scope: calendars:write
   */
  "calendars.import": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
      /** iCalendar text (RFC 5545), at most 16 MiB */
      ics: string;
    };
    output: {
      /** Number of events created */
      created: number;
      /** Number of events updated */
      updated: number;
      /** Number of components skipped because they were not newer or could not be imported */
      skipped: number;
      /** Problems found in the text */
      diagnostics: CalendarImportDiagnostic[];
      /** Total number of diagnostics */
      diagnosticCount: number;
    };
    errors: "calendars.calendar_archived" | "calendars.calendar_not_found" | "calendars.role_missing";
  };
  /**
   * List calendars visible to the caller
   * Own and shared calendars come first, then public calendars, then calendars from the key's grants; each part is sorted by name.
   * Scope: calendars:read
   */
  "calendars.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Account id; use `local` for calendars that exist only on this gateway */
      account?: string;
      /** Only calendars with this status (default: "active") */
      status?: "active" | "archived";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: string;
      /** Return only these members of each item, separated by commas: id, accountId, name, description, color, timezone, ownerId, ownerType, providerCalendarId, role, isDefault, visibility, status, metadata, createdAt, updatedAt, lastSyncedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      calendars: Partial<Calendar>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Calendar>;
    errors: never;
  };
  /**
   * Show the events of a month
   * The same events as in calendars.agenda, for all weeks with a day in the month.
   * Scope: calendars:read
   */
  "calendars.month": {
    kind: "query";
    dryRun: "never";
    input: {
      /** The month like 2026-11, or a day in it like 2026-11-24; the current month by default */
      date?: string;
      /** First day of a week (default: "monday") */
      weekStart?: "monday" | "sunday";
      /** Calendar id; all calendars that the caller can see by default */
      calendar?: string;
      /** IANA time zone of the days, such as Europe/Berlin; by default the calendar's, or else the gateway's */
      timezone?: string;
    };
    output: {
      /** IANA time zone of the days and local times */
      timezone: string;
      /** The current day in this time zone, as a date like 2026-11-24 */
      today: string;
      /** All days of the period, in chronological order */
      days: CalendarDay[];
      /** The month, like 2026-11 */
      month: string;
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing" | "calendars.too_many_occurrences";
  };
  /**
   * Discard an outbox entry without delivering it
   * The entry is kept as `dead` with the code `discarded` and can be retried. The change on this gateway is not undone.
   * Scope: calendars:write
   */
  "calendars.outbox.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Outbox entry id */
      id: string;
    };
    output: {
      /** The outbox entry */
      entry: CalendarOutboxEntry;
    };
    errors: "calendars.outbox_not_found" | "calendars.outbox_settled" | "calendars.role_missing";
  };
  /**
   * List outbox entries, newest first
   * `pending`: not attempted yet. `leased`: being delivered. `acked`: accepted by the provider. `sent`: accepted by a mail server, whose final delivery is not known. `failed`: retried at `nextAttemptAt`, or when its account is resumed. `dead`: failed permanently or discarded; `lastErrorCode` gives the reason, and calendars.outbox.retry retries the entry.
   * Scope: calendars:read
   */
  "calendars.outbox.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Only entries with this status */
      status?: "pending" | "leased" | "sent" | "acked" | "failed" | "dead";
      /** Event id; for one occurrence of a series, `<event>@<originalStartAt>` */
      event?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, accountId, calendarId, eventId, operation, status, idempotencyKey, attemptCount, lastErrorCode, lastError, payload, providerResult, createdAt, updatedAt, nextAttemptAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      outbox: Partial<CalendarOutboxEntry>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CalendarOutboxEntry>;
    errors: "calendars.event_not_found" | "calendars.occurrence_not_found" | "calendars.role_missing";
  };
  /**
   * Retry an outbox entry now
   * The attempt count is reset. A response superseded by a newer one is not delivered.
   * Scope: calendars:write
   */
  "calendars.outbox.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Outbox entry id */
      id: string;
    };
    output: {
      /** The outbox entry */
      entry: CalendarOutboxEntry;
    };
    errors: "calendars.account_stopped" | "calendars.outbox_not_found" | "calendars.outbox_settled" | "calendars.role_missing";
  };
  /**
   * Show an outbox entry
   * Includes the number of attempts, the last error and the time of the next attempt.
   * Scope: calendars:read
   */
  "calendars.outbox.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Outbox entry id */
      id: string;
    };
    output: {
      /** The outbox entry */
      entry: CalendarOutboxEntry;
    };
    errors: "calendars.outbox_not_found";
  };
  /**
   * Share a calendar or change how it is shared
   * A member with free_busy sees only times, a reader sees events, a writer changes events, and a manager also changes the calendar and its members. A private calendar becomes shared.
   * Scope: calendars:write
   */
  "calendars.share": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
      /** An agent or user, as agent:<id> or user:<context id> */
      with: string;
      /** Access level of the member */
      relation: "manager" | "writer" | "reader" | "free_busy";
    };
    output: {
      /** Members of the calendar */
      members: CalendarMember[];
      /** Who can see the calendar */
      visibility: "private" | "shared" | "public";
    };
    errors: "calendars.calendar_archived" | "calendars.calendar_not_found" | "calendars.role_missing" | "calendars.too_many_members";
  };
  /**
   * Show a calendar
   * Managers and owners also see the members that the calendar is shared with.
   * Scope: calendars:read
   */
  "calendars.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
    };
    output: {
      /** The calendar */
      calendar: Calendar;
      /** Members of the calendar */
      members?: CalendarMember[];
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing";
  };
  /**
   * Synchronize an account with its provider
   * Imports changes from the provider. Calendars that exist only at the provider are created here for the account's owner. Undelivered local changes are not overwritten. Changes are committed in portions, so an interrupted synchronization continues with the next call.
   * Scope: calendars:write
   */
  "calendars.sync": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Account id; use `local` for calendars that exist only on this gateway */
      account: string;
    };
    output: {
      /** Id of the account */
      account: string;
      /** Number of calendars synchronized */
      calendars: number;
      /** Number of events created */
      created: number;
      /** Number of events updated */
      updated: number;
      /** Number of events cancelled because they were deleted at the provider */
      deleted: number;
      /** Number of objects that could not be imported */
      skipped: number;
      /** The first objects that could not be imported, with the reason */
      diagnostics: {
        /** URL of the object at the provider */
        url: string;
        /** Why the object could not be imported */
        message: string;
      }[];
    };
    errors: "calendars.account_not_found" | "calendars.account_stopped" | "calendars.nothing_to_sync" | "calendars.provider_trouble";
  };
  /**
   * Unarchive a calendar
   * Unarchiving an active calendar has no effect.
   * Scope: calendars:write
   */
  "calendars.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
    };
    output: {
      /** The calendar */
      calendar: Calendar;
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing";
  };
  /**
   * Stop sharing a calendar with a member
   * Requires the role manager. Members can also remove themselves.
   * Scope: calendars:write
   */
  "calendars.unshare": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
      /** An agent or user, as agent:<id> or user:<context id> */
      with: string;
    };
    output: {
      /** Remaining members of the calendar; empty for a member who leaves */
      members: CalendarMember[];
    };
    errors: "calendars.calendar_not_found" | "calendars.member_not_found" | "calendars.role_missing";
  };
  /**
   * Update a calendar
   * Omitted fields keep their values, and empty strings clear them. While a calendar is private its members cannot see it; sharing it again restores their access.
   * Scope: calendars:write
   */
  "calendars.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Calendar id */
      calendar: string;
      /** Calendar name */
      name?: string;
      /** IANA time zone of the calendar; existing events keep their own */
      timezone?: string;
      /** Color in hexadecimal, such as #3a7bd5; empty for none */
      color?: string;
      /** Calendar description; empty for none */
      description?: string;
      /** Who can see the calendar */
      visibility?: "private" | "shared" | "public";
      /** Whether to make this the owner's default calendar, replacing the current one */
      isDefault?: boolean;
    };
    output: {
      /** The calendar */
      calendar: Calendar;
    };
    errors: "calendars.calendar_archived" | "calendars.calendar_not_found" | "calendars.role_missing";
  };
  /**
   * Show the events of a week
   * The same events as in calendars.agenda.
   * Scope: calendars:read
   */
  "calendars.week": {
    kind: "query";
    dryRun: "never";
    input: {
      /** A day of the week, as a date like 2026-11-24; today by default */
      date?: string;
      /** First day of a week (default: "monday") */
      weekStart?: "monday" | "sunday";
      /** Calendar id; all calendars that the caller can see by default */
      calendar?: string;
      /** IANA time zone of the days, such as Europe/Berlin; by default the calendar's, or else the gateway's */
      timezone?: string;
    };
    output: {
      /** IANA time zone of the days and local times */
      timezone: string;
      /** The current day in this time zone, as a date like 2026-11-24 */
      today: string;
      /** All days of the period, in chronological order */
      days: CalendarDay[];
    };
    errors: "calendars.calendar_not_found" | "calendars.role_missing" | "calendars.too_many_occurrences";
  };
  /**
   * Create an adapter that connects chats to a platform
   * If the runner is running, it connects the adapter immediately. An adapter with the id and kind of a removed one keeps its chats.
   * Scope: channels:write
   */
  "channels.adapters.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the adapter, which its chats have as instanceId */
      id: string;
      /** Kind of the adapter. List kinds with "postern channels kinds". */
      kind: string;
      /** Configuration for this kind of adapter, without secrets. See "postern channels kinds" for the fields. (default: {}) */
      config?: Record<string, unknown>;
      /** Connection whose secret the adapter uses: its id, name or label. Empty for none. */
      connection?: string;
      /** Agent that receives the chats the adapter creates. Empty for none. */
      agent?: string;
    };
    output: {
      /** The adapter */
      adapter: ChannelAdapter;
    };
    errors: "channels.adapter_exists" | "channels.adapter_id_used" | "channels.agent_unknown" | "channels.connection_unknown" | "channels.too_many_adapters" | "credentials.connection_bound";
  };
  /**
   * Disable an adapter
   * Its outgoing messages wait until the adapter is enabled again. Disabling a disabled adapter changes nothing.
   * Scope: channels:write
   */
  "channels.adapters.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the adapter */
      id: string;
    };
    output: {
      /** The adapter */
      adapter: ChannelAdapter;
    };
    errors: "channels.adapter_not_found";
  };
  /**
   * Enable an adapter
   * Enabling an enabled adapter reconnects it, which retries a failed adapter.
   * Scope: channels:write
   */
  "channels.adapters.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the adapter */
      id: string;
    };
    output: {
      /** The adapter */
      adapter: ChannelAdapter;
    };
    errors: "channels.adapter_not_found";
  };
  /**
   * List adapters with their status
   * Returns the adapters you can access. Filter them by status or kind.
   * Scope: channels:read
   */
  "channels.adapters.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only adapters with this status */
      status?: "disabled" | "starting" | "connected" | "degraded" | "reconnecting" | "disconnected" | "failed";
      /** Kind of the adapter. List kinds with "postern channels kinds". */
      kind?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, kind, config, connection, agent, ownerId, status, reason, connectedAt, lastPongAt, lastInboundAt, lastOutboundAt, reconnectCount, createdAt, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      adapters: Partial<ChannelAdapter>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ChannelAdapter>;
    errors: never;
  };
  /**
   * Remove an adapter
   * Its chats and messages are kept, and received events are not forgotten: a new adapter with the same id and kind continues with them. Outgoing messages that wait for the adapter fail and become dead.
   * Scope: channels:write
   */
  "channels.adapters.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the adapter */
      id: string;
    };
    output: {
      /** The adapter */
      adapter: ChannelAdapter;
    };
    errors: "channels.adapter_not_found";
  };
  /**
   * Show an adapter and its status
   * `status` is the connection status last reported by the runner, and `reason` explains why an adapter is not connected.
   * Scope: channels:read
   */
  "channels.adapters.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the adapter */
      id: string;
    };
    output: {
      /** The adapter */
      adapter: ChannelAdapter;
    };
    errors: "channels.adapter_not_found";
  };
  /**
   * Update an adapter's configuration, connection or agent
   * Omitted fields are unchanged, and an empty text clears a field. The configuration is replaced as a whole. The runner reconnects the adapter. A new agent receives the chats created from now on; existing chats keep their agent.
   * Scope: channels:write
   */
  "channels.adapters.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the adapter */
      id: string;
      /** Configuration for this kind of adapter, without secrets. See "postern channels kinds" for the fields. */
      config?: Record<string, unknown>;
      /** Connection whose secret the adapter uses: its id, name or label. Empty for none. */
      connection?: string;
      /** Agent that receives the chats the adapter creates. Empty for none. */
      agent?: string;
    };
    output: {
      /** The adapter */
      adapter: ChannelAdapter;
    };
    errors: "channels.adapter_not_found" | "channels.agent_unknown" | "channels.connection_unknown" | "credentials.connection_bound";
  };
  /**
   * List the available kinds of adapters
   * `fields` lists the fields of adapters of the kind, and `config` is the JSON Schema of its configuration.
   * Scope: channels:read
   */
  "channels.kinds": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** The available kinds */
      kinds: ChannelKind[];
    };
    errors: never;
  };
  /**
   * Show the last log lines of the channel runner
   * The log is on the host of the runner: call a gateway there. Keys and folder names of the machine are removed from the lines.
   * Scope: channels:read
   */
  "channels.logs": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Number of lines to return. From 1 to 1000 (default: "100") */
      lines?: number | string;
    };
    output: {
      /** Log lines, newest last */
      lines: string[];
    };
    errors: "channels.runner_elsewhere";
  };
  /**
   * Record an event from a platform, once per platform ID
   * A message is added to the chat of its conversation. The chat is created if it does not exist, and restored if it is archived. Edits, deletions and reactions apply to known messages; unknown or outdated ones are ignored with a reason. Also requires chats:write.
   * Scope: channels:write
   */
  "channels.messages.receive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the adapter */
      adapter: string;
      /** Type of event */
      type: "message" | "edit" | "delete" | "reaction";
      /** Platform ID of the event. Each id is processed only once. */
      id: string;
      /** The conversation */
      place: {
        /** Platform ID of the conversation */
        id: string;
        /** Kind of conversation */
        kind: "dm" | "group" | "room" | "thread";
        /** Title of the conversation */
        title?: string;
      };
      /** Person or program that caused the event */
      sender: {
        /** Platform ID of the sender */
        id: string;
        /** Display name of the sender */
        name?: string;
      };
      /** Time of the event by the platform's clock, Unix milliseconds */
      at?: number;
      /** Text of the message, or the new text for an edit */
      text?: string;
      /** Platform ID of the edited, deleted or reacted-to message */
      of?: string;
      /** Emoji of the reaction */
      emoji?: string;
      /** Whether the reaction was removed */
      removed?: boolean;
      /** Additional raw data from the platform */
      provenance?: Record<string, unknown>;
    };
    output: {
      /** Outcome of the event */
      disposition: "created" | "duplicate" | "changed" | "ignored";
      /** Id of the chat */
      chatId?: string;
      /** Id of the message */
      messageId?: string;
      /** Reason if the event was ignored */
      reason?: string;
    };
    errors: "channels.adapter_disabled" | "channels.adapter_not_found";
  };
  /**
   * Discard an outbox entry
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: channels:write
   */
  "channels.outbox.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the outbox entry */
      id: string;
    };
    output: {
      /** The outbox entry */
      entry: ChannelOutboxEntry;
    };
    errors: "channels.outbox_entry_not_found" | "channels.outbox_entry_settled";
  };
  /**
   * List outbox entries, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: channels:read
   */
  "channels.outbox.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only outbox entries with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only outbox entries with this adapter */
      adapter?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: adapter, place, chatId, messageId, revision, does, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError, lastAttempt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      outbox: Partial<ChannelOutboxEntry>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ChannelOutboxEntry>;
    errors: never;
  };
  /**
   * Retry an outbox entry
   * The entry gets all its attempts again. A finished entry is placed behind the waiting entries of its lane.
   * Scope: channels:write
   */
  "channels.outbox.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the outbox entry */
      id: string;
    };
    output: {
      /** The outbox entry */
      entry: ChannelOutboxEntry;
    };
    errors: "channels.outbox_entry_not_found" | "channels.outbox_entry_settled";
  };
  /**
   * Show an outbox entry
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: channels:read
   */
  "channels.outbox.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the outbox entry */
      id: string;
    };
    output: {
      /** The outbox entry */
      entry: ChannelOutboxEntry;
    };
    errors: "channels.outbox_entry_not_found";
  };
  /**
   * Disconnect a chat from its platform
   * The chat is kept, but its messages are no longer sent. The next event from the conversation, or channels.places.open, creates a new chat.
   * Scope: channels:write
   */
  "channels.places.close": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
    };
    output: {
      /** The conversation */
      place: ChannelPlace;
    };
    errors: "channels.place_not_found";
  };
  /**
   * List platform conversations connected to chats
   * A place is a conversation on a platform together with its chat.
   * Scope: channels:read
   */
  "channels.places.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the adapter */
      adapter?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: adapter, place, kind, title, chatId, openedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      places: Partial<ChannelPlace>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ChannelPlace>;
    errors: never;
  };
  /**
   * Open a chat for a conversation on a platform
   * Use it to write first, before anyone on the platform has written. Each conversation has one chat: opening it again returns the same chat. Whether the conversation exists on the platform is checked when the first message is sent.
   * Scope: channels:write
   */
  "channels.places.open": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the adapter */
      adapter: string;
      /** Platform ID of the conversation */
      place: string;
      /** Kind of conversation, if the adapter cannot derive it from the name (default: "dm") */
      kind?: "dm" | "group" | "room" | "thread";
      /** Title. Empty for none. */
      title?: string;
    };
    output: {
      /** The conversation */
      place: ChannelPlace;
      /** Whether the chat was created or already existed */
      disposition: "created" | "duplicate";
    };
    errors: "channels.adapter_not_found";
  };
  /**
   * Show the platform conversation of a chat
   * The answer names the adapter and the platform ID of the conversation.
   * Scope: channels:read
   */
  "channels.places.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
    };
    output: {
      /** The conversation */
      place: ChannelPlace;
    };
    errors: "channels.place_not_found";
  };
  /**
   * List reactions from platforms, newest first
   * Returns the reactions to one message, to the messages of one chat, or to all messages.
   * Scope: channels:read
   */
  "channels.reactions.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the message */
      messageId?: string;
      /** Id of the chat */
      chatId?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: messageId, chatId, adapter, actorId, emoji, at */
      fields?: string;
    };
    output: {
      /** The items of this page */
      reactions: Partial<ChannelReaction>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ChannelReaction>;
    errors: never;
  };
  /**
   * Restart the channel runner
   * A runner on another host is restarted there, by a gateway on that host. If the runner is not running, it is started on the host of this gateway.
   * Scope: channels:write
   */
  "channels.restart": {
    kind: "command";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Requested action */
      action: string;
      /** Whether the state of the runner changed */
      changed: boolean;
      /** Exit code of pm2, or null if it was not used */
      pmStatus?: number | null;
      /** Process id of the stopped process */
      previousPid?: number;
      /** Reason for the outcome */
      reason?: string;
      /** Environment of the runner */
      runnerEnv?: RunnerEnv;
      /** Status of the runner and its processes */
      status?: RunnerStatus;
      /** Program of the runner */
      target?: RunnerTarget;
    };
    errors: "channels.no_runner" | "channels.one_process" | "channels.pm_unavailable" | "channels.runner_busy" | "channels.runner_elsewhere" | "channels.script_missing" | "channels.start_failed";
  };
  /**
   * Start the channel runner
   * Returns when the runner has reported its state. From then on it is kept running, also after a restart of the machine, and on another host if its own is lost. A runner on another host stays there.
   * Scope: channels:write
   */
  "channels.start": {
    kind: "command";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Requested action */
      action: string;
      /** Whether the state of the runner changed */
      changed: boolean;
      /** Exit code of pm2, or null if it was not used */
      pmStatus?: number | null;
      /** Process id of the stopped process */
      previousPid?: number;
      /** Reason for the outcome */
      reason?: string;
      /** Environment of the runner */
      runnerEnv?: RunnerEnv;
      /** Status of the runner and its processes */
      status?: RunnerStatus;
      /** Program of the runner */
      target?: RunnerTarget;
    };
    errors: "channels.no_runner" | "channels.one_process" | "channels.pm_unavailable" | "channels.runner_busy" | "channels.runner_undecided" | "channels.script_missing" | "channels.start_failed";
  };
  /**
   * Show the status of the channel runner and its adapters
   * The answer covers the runner's health, its process and the connection status of every adapter.
   * Scope: channels:read
   */
  "channels.status": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Health of the runner and its adapters */
      health: "ready" | "starting" | "degraded" | "restarting" | "unreachable" | "stopped";
      /** Reason if the health is not `ready` */
      reason?: string;
      /** The adapters that you can access */
      adapters: {
        /** Id of the adapter */
        id: string;
        /** Kind of the adapter */
        kind: string;
        /** Connection status */
        status: "disabled" | "starting" | "connected" | "degraded" | "reconnecting" | "disconnected" | "failed";
        /** Reason if the adapter is not connected */
        reason?: string;
        /** When the adapter connected, Unix milliseconds */
        connectedAt?: number;
        /** Number of reconnects since the runner started */
        reconnects: number;
      }[];
      /** Process of the runner, if it is running. Fewer members are known of a process on another host. */
      process?: {
        /** Name of the host that it runs on */
        host?: string;
        /** Process id */
        pid: number;
        /** Status of the process */
        status: string;
        /** Whether the process is restarted if it ends */
        isSupervised?: boolean;
        /** When the process started, Unix milliseconds */
        startedAt?: number;
        /** CPU usage in percent of one core */
        cpuPercent?: number;
        /** Memory in use, in MiB */
        memoryMb?: number;
      };
      /** Outgoing messages, as the runner reported them */
      outgoing?: {
        /** Number of messages waiting or being sent */
        waiting: number;
        /** When a message was last sent, Unix milliseconds */
        lastSentAt?: number;
        /** Most recent error */
        lastError?: string;
        /** When the most recent error occurred, Unix milliseconds */
        lastErrorAt?: number;
      };
      /** Status of the runner and its processes, in detail */
      status: RunnerStatus;
    };
    errors: never;
  };
  /**
   * Stop the channel runner
   * The runner receives SIGTERM, and SIGKILL if it has not ended after the grace period. It stays stopped until you start it again. A runner on another host is stopped there.
   * Scope: channels:write
   */
  "channels.stop": {
    kind: "command";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Requested action */
      action: string;
      /** Whether the state of the runner changed */
      changed: boolean;
      /** Exit code of pm2, or null if it was not used */
      pmStatus?: number | null;
      /** Process id of the stopped process */
      previousPid?: number;
      /** Reason for the outcome */
      reason?: string;
      /** Environment of the runner */
      runnerEnv?: RunnerEnv;
      /** Status of the runner and its processes */
      status?: RunnerStatus;
      /** Program of the runner */
      target?: RunnerTarget;
    };
    errors: "channels.pm_unavailable" | "channels.runner_busy" | "channels.runner_elsewhere";
  };
  /**
   * Archive a chat
   * An archived chat does not accept new messages. Its messages stay readable. Restore the chat with `chats.unarchive`.
   * Scope: chats:write
   */
  "chats.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
    };
    output: {
      /** The chat */
      chat: Chat;
    };
    errors: "chats.chat_not_found";
  };
  /**
   * Create a chat
   * With `clientChatId`, a repeated call returns the existing chat instead of creating another chat.
   * Scope: chats:write
   */
  "chats.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Title; empty for no title */
      title?: string;
      /** Kind of the chat (default: "dm") */
      kind?: "dm" | "group" | "room" | "thread";
      /** Platform, such as irc */
      channel?: string;
      /** Id of the account or adapter on the platform */
      instanceId?: string;
      /** Id of the agent that answers in the chat */
      agentId?: string;
      /** Tags (default: []) */
      tags?: string[];
      /** Id of the chat chosen by the caller; a repeated call returns the existing chat */
      clientChatId?: string;
    };
    output: {
      /** The chat */
      chat: Chat;
      /** Whether the chat was created or already existed */
      disposition: "created" | "duplicate";
    };
    errors: "chats.chat_conflict";
  };
  /**
   * List the drafts of messages in a chat
   * Drafts unchanged for five minutes are omitted.
   * Scope: chats:read
   */
  "chats.drafts.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, chatId, actorId, text, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      drafts: Partial<ChatDraft>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ChatDraft>;
    errors: "chats.chat_not_found";
  };
  /**
   * Remove the draft of an unsent message
   * The next message of the actor in the chat removes it, too.
   * Scope: chats:write
   */
  "chats.drafts.remove": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
      /** Id of the author */
      actorId: string;
    };
    output: {
      /** Whether there was a draft */
      removed: boolean;
    };
    errors: "chats.chat_not_found";
  };
  /**
   * Show a message while it is being written
   * Sends the whole text so far. An actor has one draft in a chat; its next message in the chat replaces it. A change within 100 ms of the previous change is skipped: send the newest text later.
   * Scope: chats:write
   */
  "chats.drafts.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
      /** Id of the author */
      actorId: string;
      /** The whole text so far; empty while nothing is written */
      text: string;
    };
    output: {
      /** `skipped` if the draft was changed a moment ago */
      disposition: "updated" | "skipped";
    };
    errors: "chats.chat_archived" | "chats.chat_not_found";
  };
  /**
   * List chats, newest first
   * Filter by name, channel, agent, kind or tag. With `archived`, archived chats are listed instead of open chats. With `name` and without `archived`, both are listed.
   * Scope: chats:read
   */
  "chats.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or title begins with this text */
      name?: string;
      /** Only chats on this platform, such as irc */
      channel?: string;
      /** Only chats of the agent with this id */
      agent?: string;
      /** Only chats of this kind */
      kind?: "dm" | "group" | "room" | "thread";
      /** Only chats with this tag */
      tag?: string;
      /** List archived chats instead of open chats */
      archived?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, kind, title, channel, instanceId, agentId, tags, clientChatId, createdAt, updatedAt, archivedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      chats: Partial<Chat>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Chat>;
    errors: never;
  };
  /**
   * Add a chat to a reading list, or change its priority
   * A manually added chat stays on the list even if the selector does not match. Adding a chat ends its exclusion.
   * Scope: chats:write
   */
  "chats.lists.add": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Id of the chat */
      chatId: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
      /** Priority; chats with a higher priority come first. From 0 to 1000000 */
      priority?: number | string;
    };
    output: {
      /** The chat as a member of the list */
      member: ReadingListMembership;
      /** Whether anything was changed */
      changed: boolean;
    };
    errors: "chats.chat_not_found" | "chats.list_ambiguous" | "chats.list_archived" | "chats.list_dynamic" | "chats.list_not_found" | "chats.list_not_yours";
  };
  /**
   * Archive a reading list
   * An archived list keeps its chats and is hidden by default. Restore it with `chats.lists.unarchive`.
   * Scope: chats:write
   */
  "chats.lists.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
    };
    output: {
      /** The reading list */
      list: ReadingList;
    };
    errors: "chats.list_ambiguous" | "chats.list_not_found" | "chats.list_not_yours";
  };
  /**
   * Create a reading list
   * Chats are added manually to a static list, by the selector to a dynamic list, and in both ways to a hybrid list. A private list is visible to its owner, a team or system list to everyone who may read chats. Only the owner can change a list.
   * Scope: chats:write
   */
  "chats.lists.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Name of the list, unique for its owner */
      name: string;
      /** How chats are added: manually (static), by the selector (dynamic) or both (hybrid) (default: "static") */
      mode?: "static" | "dynamic" | "hybrid";
      /** Selector of the chats on the list; required unless the list is static */
      selector?: ChatSelector;
      /** Description; empty for no description */
      description?: string;
      /** Owner as type:id, with the type user, agent, team, system or workflow (default: the caller) */
      owner?: string;
      /** Who can see the list (default: "private") */
      visibility?: "private" | "team" | "system";
    };
    output: {
      /** The reading list */
      list: ReadingList;
    };
    errors: "chats.list_name_taken" | "chats.list_not_yours";
  };
  /**
   * Show the unread messages of a chat on a reading list
   * Oldest first, including the reader's own messages and without deleted ones. To mark the returned messages as read, pass the messageId of nextCursor to chats.lists.read as upTo.
   * Scope: chats:read
   */
  "chats.lists.delta": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Id of the chat */
      chatId: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
      /** Reader, as type:id (default: the caller) */
      reader?: string;
      /** Maximum number of messages to return. From 1 to 500 (default: "50") */
      limit?: number | string;
    };
    output: {
      /** Read position */
      cursor: ReadCursor;
      /** Unread messages */
      messages: ChatMessage[];
      /** Number of unread messages */
      unreadCount: number;
      /** Read position after the returned messages */
      nextCursor: ReadCursor;
    };
    errors: "chats.list_ambiguous" | "chats.list_not_found" | "chats.member_not_found";
  };
  /**
   * List the reading lists you can see
   * With `archived`, archived lists are listed instead of open lists.
   * Scope: chats:read
   */
  "chats.lists.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or name begins with this text */
      name?: string;
      /** Only lists of this owner, as type:id */
      owner?: string;
      /** List archived lists instead of open lists */
      archived?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, mode, ownerId, ownerType, visibility, description, selector, createdAt, updatedAt, archivedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      lists: Partial<ReadingList>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ReadingList>;
    errors: never;
  };
  /**
   * List the chats of a reading list with their unread counts
   * Sorted by priority, then by the last message, newest first. Messages after the reader's cursor are unread, except deleted ones and the reader's own.
   * Scope: chats:read
   */
  "chats.lists.members": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Include the provider ids and the provenance; requires the scope chats:raw */
      includeRaw?: boolean;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
      /** Reader, as type:id (default: the caller) */
      reader?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: string;
      /** Return only these members of each item, separated by commas: chatId, source, addedAt, priority, chat, unreadCount, messageCount, lastMessage, cursor */
      fields?: string;
    };
    output: {
      /** The reading list */
      list: ReadingList;
      /** Reader, as type:id */
      reader: string;
      /** The items of this page */
      members: Partial<ReadingListMember>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ReadingListMember>;
    errors: "chats.list_ambiguous" | "chats.list_not_found";
  };
  /**
   * Preview the changes of a recompute
   * Shows which chats `chats.lists.recompute` would add, keep and remove, without changing the list.
   * Scope: chats:read
   */
  "chats.lists.preview": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: chatId, change */
      fields?: string;
    };
    output: {
      /** The reading list */
      list: ReadingList;
      /** Summary of the changes */
      recompute: RecomputeReport;
      /** The items of this page */
      chats: {
        /** Id of the chat */
        chatId?: string;
        /** What a recompute would change */
        change?: "added" | "kept" | "preserved" | "removed";
      }[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: {
      /** Id of the chat */
      chatId?: string;
      /** What a recompute would change */
      change?: "added" | "kept" | "preserved" | "removed";
    };
    errors: "chats.list_ambiguous" | "chats.list_not_dynamic" | "chats.list_not_found";
  };
  /**
   * Mark the messages of a chat as read
   * Marks all messages as read, or with `upTo` all messages up to the given one. Each reader has a cursor per list and chat. The cursor moves back only with `back`.
   * Scope: chats:write
   */
  "chats.lists.read": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Id of the chat */
      chatId: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
      /** Reader, as type:id (default: the caller) */
      reader?: string;
      /** Id of the last message to mark as read (default: the latest message) */
      upTo?: string;
      /** Allow the cursor to move back (default: false) */
      back?: boolean;
    };
    output: {
      /** Read position */
      cursor: ReadCursor;
      /** Number of unread messages */
      unreadCount: number;
    };
    errors: "chats.list_ambiguous" | "chats.list_not_found" | "chats.member_not_found" | "chats.message_not_found" | "chats.reader_not_yours";
  };
  /**
   * Update a reading list from its selector
   * Adds matching chats and removes chats that no longer match, in one commit. Manually added chats stay on the list, and excluded chats are not added.
   * Scope: chats:write
   */
  "chats.lists.recompute": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      listId: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
    };
    output: {
      /** The reading list */
      list: ReadingList;
      /** Summary of the changes */
      recompute: RecomputeReport;
    };
    errors: "chats.list_ambiguous" | "chats.list_archived" | "chats.list_not_dynamic" | "chats.list_not_found" | "chats.list_not_yours";
  };
  /**
   * Remove a chat from a reading list
   * With `exclude`, the selector does not add the chat back. Removing the chat again without `exclude` ends the exclusion.
   * Scope: chats:write
   */
  "chats.lists.remove": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Id of the chat */
      chatId: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
      /** Prevent the selector from adding the chat back (default: false) */
      exclude?: boolean;
    };
    output: {
      /** The chat as a member of the list */
      member?: ReadingListMembership;
      /** Whether anything was changed */
      changed: boolean;
    };
    errors: "chats.chat_not_found" | "chats.list_ambiguous" | "chats.list_archived" | "chats.list_not_found" | "chats.list_not_yours";
  };
  /**
   * Show a reading list
   * Name the list by its id, or by its name and owner.
   * Scope: chats:read
   */
  "chats.lists.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
    };
    output: {
      /** The reading list */
      list: {
        /** Its id */
        id: string;
        /** Name of the list */
        name: string;
        /** How chats are added: manually (static), by the selector (dynamic) or both (hybrid) */
        mode: "static" | "dynamic" | "hybrid";
        /** Id of the owner */
        ownerId: string;
        /** Type of the owner */
        ownerType: string;
        /** Who can see the list */
        visibility: "private" | "team" | "system";
        /** Description of the list */
        description?: string;
        /** Selector of the chats on the list */
        selector?: ChatSelector;
        /** Creation time, Unix milliseconds */
        createdAt: number;
        /** Time of the last change, Unix milliseconds */
        updatedAt: number;
        /** Time when it was archived, Unix milliseconds */
        archivedAt?: number;
        /** Number of chats on the list */
        memberCount: number;
      };
    };
    errors: "chats.list_ambiguous" | "chats.list_not_found";
  };
  /**
   * Restore an archived reading list
   * The list still has its chats.
   * Scope: chats:write
   */
  "chats.lists.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
    };
    output: {
      /** The reading list */
      list: ReadingList;
    };
    errors: "chats.list_ambiguous" | "chats.list_not_found" | "chats.list_not_yours";
  };
  /**
   * Update a reading list
   * A new selector takes effect with the next recompute. The mode of a list cannot be changed.
   * Scope: chats:write
   */
  "chats.lists.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the list */
      list: string;
      /** Owner of the list, if list is a name, as type:id */
      owner?: string;
      /** New name of the list, unique for its owner */
      name?: string;
      /** Description; empty for no description */
      description?: string;
      /** New selector of the chats on the list */
      selector?: ChatSelector;
      /** Who can see the list */
      visibility?: "private" | "team" | "system";
    };
    output: {
      /** The reading list */
      list: ReadingList;
    };
    errors: "chats.list_ambiguous" | "chats.list_name_taken" | "chats.list_not_found" | "chats.list_not_yours";
  };
  /**
   * Create a message
   * A repeated call with the same clientMessageId returns the existing message with the disposition duplicate, even after it was changed or deleted. The same clientMessageId with another actor or content is refused.
   * Scope: chats:write
   */
  "chats.messages.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the author */
      actorId: string;
      /** Id of the chat */
      chatId: string;
      /** Id of the message chosen by the caller, permanently unique in the chat */
      clientMessageId: string;
      /** Text of the message */
      content: string;
    };
    output: {
      /** Id of the message chosen by the caller */
      clientMessageId: string;
      /** Whether the message was created or already existed */
      disposition: "created" | "duplicate";
      /** The message */
      message: ChatMessage;
      /** Id of the message */
      messageId: string;
    };
    errors: "chats.chat_archived" | "chats.chat_not_found" | "chats.message_conflict";
  };
  /**
   * Create several messages in a chat
   * Creates all messages in one commit, in the given order. Each has its own disposition, as in `chats.messages.create`. If one of them is refused, none is created.
   * Scope: chats:write
   */
  "chats.messages.create-many": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
      /** Messages, oldest first */
      messages: {
        /** Id of the author */
        actorId: string;
        /** Id of the message chosen by the caller, permanently unique in the chat */
        clientMessageId: string;
        /** Text of the message */
        content: string;
      }[];
    };
    output: {
      /** The result of each message, in the given order */
      messages: {
        /** Id of the message chosen by the caller */
        clientMessageId: string;
        /** Whether the message was created or already existed */
        disposition: "created" | "duplicate";
        /** The message */
        message: ChatMessage;
        /** Id of the message */
        messageId: string;
      }[];
    };
    errors: "chats.chat_archived" | "chats.chat_not_found" | "chats.message_conflict";
  };
  /**
   * Delete a message
   * The content is hidden and the message is no longer counted. Restore it with `chats.messages.restore`.
   * Scope: chats:write
   */
  "chats.messages.delete": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the message */
      messageId: string;
      /** Refuse the change if the message has another revision. At least 1 */
      expectedRevision?: number | string;
    };
    output: {
      /** The message */
      message: ChatMessage;
    };
    errors: "chats.chat_archived" | "chats.message_not_found" | "chats.revision_mismatch";
  };
  /**
   * Ingest a message from a provider
   * Like `chats.messages.create`, with the provider's ids and provenance. These are only shown with the scope chats:raw.
   * Scope: chats:write
   */
  "chats.messages.ingest": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the author */
      actorId: string;
      /** Id of the chat */
      chatId: string;
      /** Id of the message chosen by the caller, permanently unique in the chat */
      clientMessageId: string;
      /** Text of the message */
      content: string;
      /** Id of the contact */
      contactId?: string;
      /** Platform's type of the message */
      messageType?: string;
      /** Id of the identity on the platform */
      platformIdentityId?: string;
      /** Time of the message on the platform, Unix milliseconds */
      providerTimestamp?: number;
      /** Normalized id of the sender */
      normalizedSenderId?: string;
      /** Platform's id of the message */
      providerMessageId?: string;
      /** Platform's id of the conversation */
      rawChatId?: string;
      /** Platform's id of the sender */
      rawSenderId?: string;
      /** Other data from the platform */
      rawProvenance?: Record<string, unknown>;
    };
    output: {
      /** Id of the message chosen by the caller */
      clientMessageId: string;
      /** Whether the message was created or already existed */
      disposition: "created" | "duplicate";
      /** The message */
      message: ChatMessage;
      /** Id of the message */
      messageId: string;
    };
    errors: "chats.chat_archived" | "chats.chat_not_found" | "chats.message_conflict";
  };
  /**
   * List the messages of a chat
   * Deleted messages are listed without content.
   * Scope: chats:read
   */
  "chats.messages.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
      /** Only messages after this sortKey */
      after?: string;
      /** Only messages before this sortKey */
      before?: string;
      /** asc for the oldest first, desc for the newest first (default: "asc") */
      order?: "asc" | "desc";
      /** Include the provider ids and the provenance; requires the scope chats:raw */
      includeRaw?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, chatId, actorId, actorType, clientMessageId, content, createdAt, ingestedAt, updatedAt, revision, sortKey, state, agentId, channel, instanceId, contactId, messageType, platformIdentityId, providerTimestamp, normalizedSenderId, providerMessageId, rawChatId, rawSenderId, rawProvenance */
      fields?: string;
    };
    output: {
      /** The items of this page */
      messages: Partial<ChatMessage>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ChatMessage>;
    errors: "chats.chat_not_found";
  };
  /**
   * Restore a deleted message
   * The message keeps its position in the chat and is counted again.
   * Scope: chats:write
   */
  "chats.messages.restore": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the message */
      messageId: string;
      /** Refuse the change if the message has another revision. At least 1 */
      expectedRevision?: number | string;
    };
    output: {
      /** The message */
      message: ChatMessage;
    };
    errors: "chats.chat_archived" | "chats.message_not_found" | "chats.revision_mismatch";
  };
  /**
   * Show a message
   * Use messageId, or chatId and clientMessageId.
   * Scope: chats:read
   */
  "chats.messages.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the message */
      messageId?: string;
      /** Id of the chat */
      chatId?: string;
      /** Id of the message chosen by the caller, permanently unique in the chat */
      clientMessageId?: string;
      /** Include the provider ids and the provenance; requires the scope chats:raw */
      includeRaw?: boolean;
    };
    output: {
      /** The message */
      message: ChatMessage;
    };
    errors: "chats.chat_not_found" | "chats.message_not_found";
  };
  /**
   * Update the content of a message
   * The revision increases by one. With `expectedRevision`, the update is refused if the message has another revision.
   * Scope: chats:write
   */
  "chats.messages.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the message */
      messageId: string;
      /** Text of the message */
      content: string;
      /** Refuse the change if the message has another revision. At least 1 */
      expectedRevision?: number | string;
    };
    output: {
      /** The message */
      message: ChatMessage;
    };
    errors: "chats.chat_archived" | "chats.message_deleted" | "chats.message_not_found" | "chats.revision_mismatch";
  };
  /**
   * Show a chat
   * Includes the number of messages and the last message.
   * Scope: chats:read
   */
  "chats.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
    };
    output: {
      /** The chat */
      chat: {
        /** Its id */
        id: string;
        /** Kind of the chat */
        kind: "dm" | "group" | "room" | "thread";
        /** Title of the chat */
        title?: string;
        /** Platform, such as irc */
        channel?: string;
        /** Id of the adapter on the platform */
        instanceId?: string;
        /** Id of the agent */
        agentId?: string;
        /** Tags */
        tags: string[];
        /** Id of the chat chosen by the caller */
        clientChatId?: string;
        /** Creation time, Unix milliseconds */
        createdAt: number;
        /** Time of the last change, Unix milliseconds */
        updatedAt: number;
        /** Time when it was archived, Unix milliseconds */
        archivedAt?: number;
        /** Number of messages */
        messageCount: number;
        /** The newest message */
        lastMessage?: ChatMessage;
      };
    };
    errors: "chats.chat_not_found";
  };
  /**
   * Restore an archived chat
   * The chat accepts messages again.
   * Scope: chats:write
   */
  "chats.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
    };
    output: {
      /** The chat */
      chat: Chat;
    };
    errors: "chats.chat_not_found";
  };
  /**
   * Update the title or the tags of a chat
   * Omitted fields keep their value. An empty title removes the title.
   * Scope: chats:write
   */
  "chats.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the chat */
      chatId: string;
      /** Title; empty for no title */
      title?: string;
      /** Tags */
      tags?: string[];
    };
    output: {
      /** The chat */
      chat: Chat;
    };
    errors: "chats.chat_not_found";
  };
  /**
   * List the pages that plugins add to the console
   * A page runs in a sandbox and calls operations with the rights of its viewer. Every key may list pages.
   * Scope: any
   */
  "console.pages.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: plugin, name, title, path, module, icon, needs, uses */
      fields?: string;
    };
    output: {
      /** The items of this page */
      pages: {
        /** Name of the plugin's group */
        plugin?: string;
        /** Name of the page, unique in its plugin */
        name?: string;
        /** Title in the navigation */
        title?: string;
        /** Path of its files at the gateway */
        path?: string;
        /** Module below `path` whose default export shows the page */
        module?: string;
        /** SVG file below `path` */
        icon?: string;
        /** Operations without which it has nothing to show */
        needs?: string[];
        /** Operations that it may call and events that it may see, as globs */
        uses?: string[];
      }[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: {
      /** Name of the plugin's group */
      plugin?: string;
      /** Name of the page, unique in its plugin */
      name?: string;
      /** Title in the navigation */
      title?: string;
      /** Path of its files at the gateway */
      path?: string;
      /** Module below `path` whose default export shows the page */
      module?: string;
      /** SVG file below `path` */
      icon?: string;
      /** Operations without which it has nothing to show */
      needs?: string[];
      /** Operations that it may call and events that it may see, as globs */
      uses?: string[];
    };
    errors: never;
  };
  /**
   * Create a ticket that signs in to the console once
   * `postern open` uses it. The ticket is part of the address of the console, after `#ticket=`. Within five minutes it can be exchanged once for a key with the rights of this key, which expires after 12 hours and is revoked together with this key.
   * Scope: context:write
   */
  "console.ticket": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Name of the key of the console (default: console) */
      label?: string;
    };
    output: {
      /** The ticket */
      ticket: string;
      /** When the ticket expires, in Unix milliseconds */
      expiresAt: number;
    };
    errors: never;
  };
  /**
   * Create a key with some of the grants of another
   * Creates a child context. Its key has the given grants as long as all its ancestors have them too. It expires and is revoked together with its parent. The key is shown only once.
   * Scope: context:write
   */
  "context.derive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Name of the key */
      label: string;
      /** Grants: `*`, `chats:*`, `chats:read`, `chats:write` or the id of an operation, each optionally followed by `@` and the id of a resource. With `propose:` before it, commands wait for approval */
      scopes: string[];
      /** Seconds until the key expires (default: when its parent expires). From 1 to 3153600000 */
      ttl?: number | string;
      /** Id of the agent that uses the key */
      agentId?: string;
      /** Id of the parent context (default: the caller's context) */
      parent?: string;
    };
    output: {
      /** The context */
      context: Context;
      /** The key. It is shown only once: a repeated response does not contain it */
      key?: string;
    };
    errors: "context.chain_too_long" | "context.context_ended" | "context.context_not_found" | "context.key_retiring";
  };
  /**
   * List contexts
   * Lists the caller's context and its descendants, oldest first. A key with `*` lists all contexts.
   * Scope: context:read
   */
  "context.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only contexts with this status (default: "active") */
      status?: "active" | "revoked" | "expired" | "all";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, label, scopes, agentId, parentId, status, createdAt, expiresAt, lastUsedAt, revokedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      contexts: Partial<Context>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Context>;
    errors: never;
  };
  /**
   * Revoke a context and its descendants
   * Their keys are refused from the next request. This cannot be undone.
   * Scope: context:write
   */
  "context.revoke": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the context, `ctx_…` */
      id: string;
    };
    output: {
      /** The context */
      context: Context;
      /** Number of revoked contexts; 0 if all were already revoked */
      revoked: number;
    };
    errors: "context.context_not_found" | "context.key_retiring";
  };
  /**
   * Rotate the key of a context
   * Creates a new key. The old key is refused from the next request, or after the grace period. The context keeps its id, its grants and its descendants.
   * Scope: context:write
   */
  "context.rotate": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the context; this or `self` is required */
      id?: string;
      /** True for the caller's own context. Its current key stops working, and the new key is only in the response */
      self?: boolean;
      /** Seconds that the old key remains valid. From 0 to 2592000 (default: "0") */
      grace?: number | string;
    };
    output: {
      /** The context */
      context: Context;
      /** Whether it is the caller's own context, whose key was used for this call */
      isOwn: boolean;
      /** The key. It is shown only once: a repeated response does not contain it */
      key?: string;
    };
    errors: "context.context_ended" | "context.context_not_found" | "context.key_retiring";
  };
  /**
   * List the scopes of the operations
   * Shows which scope each operation requires. With `operation`, only that operation and its scopes are listed.
   * Scope: context:read
   */
  "context.scopes": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of an operation */
      operation?: string;
    };
    output: {
      /** The operations */
      operations: {
        /** Id of the operation */
        id: string;
        /** Effect of the operation */
        effect: "read" | "write" | "external" | "destroy";
        /** The scope */
        scope: string;
        /** Summary of the operation */
        summary: string;
      }[];
      /** The scopes of these operations, and additional scopes */
      scopes: {
        /** The scope */
        scope: string;
        /** Rights of the scope */
        allows: string;
      }[];
    };
    errors: "gateway.unknown_operation";
  };
  /**
   * Show a context
   * Shows the scopes, the status and the expiry of a context, but never its key.
   * Scope: context:read
   */
  "context.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the context, `ctx_…` */
      id: string;
    };
    output: {
      /** The context */
      context: Context;
    };
    errors: "context.context_not_found";
  };
  /**
   * Show the caller's context and grants
   * `operations` lists the operations that the key may call, `proposable` its commands that wait for approval. Every key may call this operation.
   * Scope: any
   */
  "context.whoami": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** The context */
      context: Context;
      /** Effective grants: those that all ancestors have too */
      scopes: string[];
      /** Ids of the operations that the key may call */
      operations: string[];
      /** Ids of commands that the key can only propose */
      proposable: string[];
    };
    errors: never;
  };
  /**
   * List the backends for secrets and whether they work
   * If the keychain is locked, the system may prompt for its password.
   * Scope: credentials:read
   */
  "credentials.backends": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: name, works, isDefault, reason, fix, keyIn, place, leftovers */
      fields?: string;
    };
    output: {
      /** The items of this page */
      backends: Partial<CredentialBackend>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CredentialBackend>;
    errors: never;
  };
  /**
   * Check a connection's secret with its provider
   * The plugin that supports the provider sends the secret to it. The secret of a disabled connection is sent only with `disabled`.
   * Scope: credentials:write
   */
  "credentials.connections.check": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id, name or label of the connection */
      connection: string;
      /** Provider of the connection; required if several providers have a connection of this name */
      provider?: string;
      /** Send the secret even if the connection is disabled (default: false) */
      disabled?: boolean;
    };
    output: {
      /** Whether the secret works */
      ok: boolean;
      /** Why it does not work, as reported by the provider */
      reason?: string;
    };
    errors: "credentials.backend_unavailable" | "credentials.connection_ambiguous" | "credentials.connection_disabled" | "credentials.connection_not_found" | "credentials.provider_unknown" | "credentials.secret_elsewhere" | "credentials.secret_unreadable" | "credentials.vault_key_missing";
  };
  /**
   * Create a connection with a secret for other groups to use
   * Give either `secret`, which is stored in the backend (by default the keychain, or the vault if the keychain does not work), or `secretRef` for an existing secret. The secret is used only for its provider and sent only to its hosts; without `hosts`, its first use sets them.
   * Scope: credentials:write
   */
  "credentials.connections.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Provider to which the secret belongs, like github */
      provider: string;
      /** Name of the connection, unique among the connections of its provider */
      connection: string;
      /** Label for people; the name by default */
      label?: string;
      /** Permissions that the provider grants to this secret, in the provider's terms */
      scopes?: string[];
      /** Hosts to which the secret may be sent, like api.example.com or localhost:5232; a host without a port allows any port */
      hosts?: string[];
      /** Backend in which to store the secret */
      backend?: "keychain" | "vault" | "env";
      /** The secret; it is never shown */
      secret?: string;
      /** Reference to an existing secret: keychain:<service>/<account>, vault:<id> or env:<NAME> */
      secretRef?: string;
    };
    output: {
      /** The connection */
      connection: Connection;
    };
    errors: "credentials.backend_unavailable" | "credentials.connection_exists" | "credentials.secret_unreadable" | "credentials.vault_key_missing";
  };
  /**
   * Disable a connection
   * Its secret is kept, and groups that use it are notified and stop. If it is already disabled, nothing changes.
   * Scope: credentials:write
   */
  "credentials.connections.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id, name or label of the connection */
      connection: string;
      /** Provider of the connection; required if several providers have a connection of this name */
      provider?: string;
    };
    output: {
      /** The connection */
      connection: Connection;
    };
    errors: "credentials.connection_ambiguous" | "credentials.connection_not_found";
  };
  /**
   * Enable a connection
   * If the connection is already active, nothing changes.
   * Scope: credentials:write
   */
  "credentials.connections.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id, name or label of the connection */
      connection: string;
      /** Provider of the connection; required if several providers have a connection of this name */
      provider?: string;
    };
    output: {
      /** The connection */
      connection: Connection;
    };
    errors: "credentials.connection_ambiguous" | "credentials.connection_not_found";
  };
  /**
   * List connections by provider and name
   * Optionally filter by provider or status. Secrets are never shown.
   * Scope: credentials:read
   */
  "credentials.connections.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only connections of this provider */
      provider?: string;
      /** Only connections with this status (default: "all") */
      status?: "active" | "disabled" | "all";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, connection, label, provider, secretRef, backend, host, scopes, hosts, ownerId, status, statusReason, createdAt, updatedAt, lastUsedAt, usedBy */
      fields?: string;
    };
    output: {
      /** The items of this page */
      connections: Partial<Connection>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Connection>;
    errors: never;
  };
  /**
   * Remove a connection and, if Postern stored it, its secret
   * A secret from `secretRef`, or used by another connection, is kept.
   * Scope: credentials:write
   */
  "credentials.connections.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id, name or label of the connection */
      connection: string;
      /** Provider of the connection; required if several providers have a connection of this name */
      provider?: string;
    };
    output: {
      /** Whether the connection was removed */
      removed: boolean;
    };
    errors: "credentials.connection_ambiguous" | "credentials.connection_not_found";
  };
  /**
   * Rotate the secret of a connection
   * The connection keeps its id and status. The next use gets the new secret; the old secret is removed if it was stored by Postern. The backend stays the same unless `backend` is set.
   * Scope: credentials:write
   */
  "credentials.connections.rotate": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id, name or label of the connection */
      connection: string;
      /** Provider of the connection; required if several providers have a connection of this name */
      provider?: string;
      /** Backend in which to store the new secret */
      backend?: "keychain" | "vault" | "env";
      /** The secret; it is never shown */
      secret?: string;
      /** Reference to an existing secret: keychain:<service>/<account>, vault:<id> or env:<NAME> */
      secretRef?: string;
    };
    output: {
      /** The connection */
      connection: Connection;
    };
    errors: "credentials.backend_unavailable" | "credentials.connection_ambiguous" | "credentials.connection_not_found" | "credentials.secret_unreadable" | "credentials.vault_key_missing";
  };
  /**
   * Show a connection and the groups that used it recently
   * The secret is never shown.
   * Scope: credentials:read
   */
  "credentials.connections.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id, name or label of the connection */
      connection: string;
      /** Provider of the connection; required if several providers have a connection of this name */
      provider?: string;
    };
    output: {
      /** The connection */
      connection: Connection;
    };
    errors: "credentials.connection_ambiguous" | "credentials.connection_not_found";
  };
  /**
   * Update the label, scopes or hosts of a connection
   * Omitted fields keep their values. Change the secret with `credentials.connections.rotate`.
   * Scope: credentials:write
   */
  "credentials.connections.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id, name or label of the connection */
      connection: string;
      /** Provider of the connection; required if several providers have a connection of this name */
      provider?: string;
      /** Label for people */
      label?: string;
      /** Permissions that the provider grants to this secret, in the provider's terms */
      scopes?: string[];
      /** Hosts to which the secret may be sent, like api.example.com or localhost:5232; a host without a port allows any port */
      hosts?: string[];
    };
    output: {
      /** The connection */
      connection: Connection;
    };
    errors: "credentials.connection_ambiguous" | "credentials.connection_not_found";
  };
  /**
   * List the providers whose connections can be checked
   * Connections of other providers can be used too, but not checked.
   * Scope: credentials:read
   */
  "credentials.providers.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, label, connections */
      fields?: string;
    };
    output: {
      /** The items of this page */
      providers: Partial<CredentialProvider>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<CredentialProvider>;
    errors: never;
  };
  /**
   * Move the secrets of the vault between a folder and the store
   * To the store: moves the secrets in the folder of this host, so that all gateways with the vault's key can use them. Run it on each host that has such a folder. To a folder: moves all secrets to this host. They stay usable meanwhile. Where new secrets are stored is the setting `vault.place`.
   * Scope: credentials:write
   */
  "credentials.vault.move": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Where to move them */
      to: "folder" | "store";
    };
    output: {
      /** Number of secrets that were moved */
      moved: number;
      /** Number of secrets that were not moved: they cannot be read, are being created or removed, or were removed from this folder less than an hour ago */
      left: number;
    };
    errors: "credentials.backend_unavailable" | "credentials.no_vault" | "credentials.vault_key_missing";
  };
  /**
   * Rotate the key of the vault
   * Encrypts all secrets with a new key. They stay usable meanwhile; if the rotation is interrupted, it resumes at the next start. Secrets that can no longer be read (lost key or damaged file) are not changed: rotate their connections. If the vault is in the store and several hosts use it, the new key is created on this host and not used before all others have a copy: the answer names them. Then the rotation continues automatically.
   * Scope: credentials:write
   */
  "credentials.vault.rotate": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Use the new key at once, because the former key has leaked; other hosts need a copy before they can read secrets (default: false) */
      now?: boolean;
    };
    output: {
      /** Number of secrets encrypted with the new key */
      secrets: number;
      /** Number of secrets that cannot be read and were not changed */
      unreadable: number;
      /** Where the key is stored */
      keyIn: "keychain" | "file";
      /** Hosts that need a copy of the new key before it is used */
      waitingFor?: string[];
      /** Name of the file of the new key, to be copied to these hosts */
      keyFile?: string;
    };
    errors: "credentials.backend_unavailable" | "credentials.no_vault" | "credentials.vault_key_missing";
  };
  /**
   * List events, oldest first
   * Returns only events that the key may see. Pass `cursor` as `after` to get the next page. A page can be short or empty before the end of the journal: check `more`.
   * Scope: events:read
   */
  "events.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Event type, like `chats.message.created`; `*` matches one segment, `**` any number of segments */
      type?: string;
      /** Only events about this id */
      subject?: string;
      /** Only events on this topic, like `svc.tts` */
      topic?: string;
      /** Only events after the one with this id */
      after?: string;
      /** Only events at or after this time, in Unix milliseconds. At least 0 */
      since?: number | string;
      /** Maximum number of events to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Return only these members of each event, separated by commas: specversion, id, source, type, subject, topic, time, datacontenttype, actor, correlationid, causationid, causationdepth, traceparent, data */
      fields?: string;
    };
    output: {
      /** The events on this page */
      events: {
        /** Version of CloudEvents */
        specversion?: "1.0";
        /** Ordered and unique: usable as a cursor */
        id?: string;
        /** Group of the event, like /chats */
        source?: string;
        /** Event type: `<group>.<thing>.<verb>` */
        type?: string;
        /** Id of the record that the event is about */
        subject?: string;
        /** Extension attribute: the topic under which subscribers know events of this type */
        topic?: string;
        /** ISO 8601, UTC */
        time?: string;
        /** Media type of `data` */
        datacontenttype?: "application/json";
        /** Id of the context that caused the event */
        actor?: string;
        /** Extension attribute: id of the first event or run of the chain that led to the event */
        correlationid?: string;
        /** Extension attribute: id of the direct cause of the event */
        causationid?: string;
        /** Extension attribute: number of causes in the chain */
        causationdepth?: number;
        /** Extension attribute: trace of the event, as in the W3C header `traceparent` */
        traceparent?: string;
        /** Data of the event, in the shape of its type */
        data?: unknown;
      }[];
      /** Pass it as `after` to get the events that follow */
      cursor: string;
      /** Whether there are more events */
      more: boolean;
      /** Maximum number of events on a page */
      limit: number;
      /** Set if events after the requested cursor are no longer available */
      gap?: {
        /** The cursor that was requested */
        after: string;
        /** Id of the oldest available event */
        first: string;
      };
    };
    item: {
      /** Version of CloudEvents */
      specversion?: "1.0";
      /** Ordered and unique: usable as a cursor */
      id?: string;
      /** Group of the event, like /chats */
      source?: string;
      /** Event type: `<group>.<thing>.<verb>` */
      type?: string;
      /** Id of the record that the event is about */
      subject?: string;
      /** Extension attribute: the topic under which subscribers know events of this type */
      topic?: string;
      /** ISO 8601, UTC */
      time?: string;
      /** Media type of `data` */
      datacontenttype?: "application/json";
      /** Id of the context that caused the event */
      actor?: string;
      /** Extension attribute: id of the first event or run of the chain that led to the event */
      correlationid?: string;
      /** Extension attribute: id of the direct cause of the event */
      causationid?: string;
      /** Extension attribute: number of causes in the chain */
      causationdepth?: number;
      /** Extension attribute: trace of the event, as in the W3C header `traceparent` */
      traceparent?: string;
      /** Data of the event, in the shape of its type */
      data?: unknown;
    };
    errors: never;
  };
  /**
   * Create a ticket for one event stream
   * For a browser's EventSource, which cannot send headers: it keeps the key out of URLs. The ticket opens one stream within 30 seconds, with the rights of this key and for these events.
   * Scope: events:read
   */
  "events.ticket": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Event type, like `chats.message.created`; `*` matches one segment, `**` any number of segments */
      type?: string;
      /** Only events about this id */
      subject?: string;
      /** Only events on this topic, like `svc.tts` */
      topic?: string;
    };
    output: {
      /** Value of the query parameter `ticket` of GET /api/v1/events/stream */
      ticket: string;
      /** When the ticket expires, in Unix milliseconds */
      expiresAt: number;
    };
    errors: never;
  };
  /**
   * Show the chain of events around an event or a message
   * From the first event, such as a message, to the last effect: turns, tool calls, approvals and queue entries refer to their cause. Returns only events that the key may see.
   * Scope: events:read
   */
  "events.trace": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of an event, of a message, or of the run of a schedule */
      of: string;
    };
    output: {
      /** The events of the chain, oldest first */
      events: {
        /** Version of CloudEvents */
        specversion: "1.0";
        /** Ordered and unique: usable as a cursor */
        id: string;
        /** Group of the event, like /chats */
        source: string;
        /** Event type: `<group>.<thing>.<verb>` */
        type: string;
        /** Id of the record that the event is about */
        subject?: string;
        /** Extension attribute: the topic under which subscribers know events of this type */
        topic?: string;
        /** ISO 8601, UTC */
        time: string;
        /** Media type of `data` */
        datacontenttype: "application/json";
        /** Id of the context that caused the event */
        actor: string;
        /** Extension attribute: id of the first event or run of the chain that led to the event */
        correlationid?: string;
        /** Extension attribute: id of the direct cause of the event */
        causationid?: string;
        /** Extension attribute: number of causes in the chain */
        causationdepth?: number;
        /** Extension attribute: trace of the event, as in the W3C header `traceparent` */
        traceparent?: string;
        /** Data of the event, in the shape of its type */
        data: unknown;
      }[];
      /** Whether the chain has more events than shown */
      more: boolean;
    };
    errors: "events.event_not_found";
  };
  /**
   * List the event types that this key may see, with their payload schemas
   * Filter with a glob, for example `chats.**`. `data` is the JSON Schema of the event's payload.
   * Scope: events:read
   */
  "events.types": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Event type, like `chats.message.created`; `*` matches one segment, `**` any number of segments */
      type?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: type, group, summary, topic, scope, data */
      fields?: string;
    };
    output: {
      /** The items of this page */
      types: Partial<EventType>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<EventType>;
    errors: never;
  };
  /**
   * Create a webhook
   * Events of these types are posted to the URL from now on, as long as the caller's context may read them. The response contains the secret for checking signatures; it is shown only once.
   * Scope: hooks:write
   */
  "hooks.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** URL to which events are posted */
      url: string;
      /** Event types; `*` matches one segment, `**` any number of segments */
      types: string[];
      /** Accept types that no enabled plugin has, for a plugin that is not enabled yet */
      allowUnknown?: boolean;
      /** Description for people; an empty text removes it */
      description?: string;
    };
    output: {
      /** The webhook */
      hook: Hook;
      /** Secret for checking signatures; shown only once and not repeated for the same Idempotency-Key */
      secret?: string;
    };
    errors: "hooks.secret_not_kept" | "hooks.target_refused" | "hooks.too_many" | "hooks.type_not_found";
  };
  /**
   * Discard a delivery
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: hooks:write
   */
  "hooks.deliveries.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the delivery */
      id: string;
    };
    output: {
      /** The delivery */
      delivery: HookDelivery;
    };
    errors: "hooks.deliveries_delivery_not_found" | "hooks.deliveries_delivery_settled";
  };
  /**
   * List deliveries, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: hooks:read
   */
  "hooks.deliveries.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only deliveries with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only deliveries with this hook */
      hook?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: hook, type, event, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError, lastAttempt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      deliveries: Partial<HookDelivery>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<HookDelivery>;
    errors: never;
  };
  /**
   * Retry a delivery
   * The entry gets all its attempts again.
   * Scope: hooks:write
   */
  "hooks.deliveries.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the delivery */
      id: string;
    };
    output: {
      /** The delivery */
      delivery: HookDelivery;
    };
    errors: "hooks.deliveries_delivery_not_found" | "hooks.deliveries_delivery_settled";
  };
  /**
   * Show a delivery
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: hooks:read
   */
  "hooks.deliveries.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the delivery */
      id: string;
    };
    output: {
      /** The delivery */
      delivery: HookDelivery;
    };
    errors: "hooks.deliveries_delivery_not_found";
  };
  /**
   * Disable a webhook
   * Discards its waiting deliveries. If the webhook is already disabled, nothing changes.
   * Scope: hooks:write
   */
  "hooks.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the webhook */
      id: string;
    };
    output: {
      /** The webhook */
      hook: Hook;
    };
    errors: "hooks.hook_not_found" | "hooks.hook_not_yours";
  };
  /**
   * Enable a webhook
   * Events that happened while it was disabled are not delivered. If the webhook is already enabled, nothing changes.
   * Scope: hooks:write
   */
  "hooks.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the webhook */
      id: string;
    };
    output: {
      /** The webhook */
      hook: Hook;
    };
    errors: "hooks.context_ended" | "hooks.hook_not_found" | "hooks.hook_not_yours";
  };
  /**
   * List your webhooks, newest first
   * Optionally filter by status.
   * Scope: hooks:read
   */
  "hooks.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or description begins with this text */
      name?: string;
      /** Only webhooks with this status */
      status?: "enabled" | "disabled";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, status, statusReason, url, types, description, contextId, createdAt, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      hooks: Partial<Hook>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Hook>;
    errors: never;
  };
  /**
   * Remove a webhook with its secret and waiting deliveries
   * A removed webhook cannot be restored.
   * Scope: hooks:write
   */
  "hooks.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the webhook */
      id: string;
    };
    output: {
      /** Whether the webhook was removed */
      removed: boolean;
      /** Number of waiting or dead deliveries that were discarded */
      discarded: number;
    };
    errors: "hooks.hook_not_found" | "hooks.hook_not_yours";
  };
  /**
   * Rotate the secret of a webhook
   * During the grace period deliveries are also signed with the old secret, so that receivers can switch without losing a delivery.
   * Scope: hooks:write
   */
  "hooks.rotate": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the webhook */
      id: string;
      /** Grace period in seconds, during which the old secret also signs; one day by default. From 0 to 2592000 (default: "86400") */
      grace?: number | string;
    };
    output: {
      /** The webhook */
      hook: Hook;
      /** The new secret; shown only once and not repeated for the same Idempotency-Key */
      secret?: string;
    };
    errors: "hooks.hook_not_found" | "hooks.hook_not_yours" | "hooks.secret_not_kept";
  };
  /**
   * Show a webhook
   * Shows the target, the event types and, if the webhook is disabled, the reason. The secret is never shown.
   * Scope: hooks:read
   */
  "hooks.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the webhook */
      id: string;
    };
    output: {
      /** The webhook */
      hook: Hook;
    };
    errors: "hooks.hook_not_found" | "hooks.hook_not_yours";
  };
  /**
   * Send a test event to a webhook
   * The test event is queued like every delivery. Check its outcome with hooks.deliveries.show.
   * Scope: hooks:write
   */
  "hooks.test": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the webhook */
      id: string;
    };
    output: {
      /** Id of the delivery */
      deliveryId: string;
    };
    errors: "hooks.hook_disabled" | "hooks.hook_not_found" | "hooks.hook_not_yours";
  };
  /**
   * Update the URL, event types or description of a webhook
   * Waiting deliveries are sent to the new URL.
   * Scope: hooks:write
   */
  "hooks.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the webhook */
      id: string;
      /** URL to which events are posted */
      url?: string;
      /** Event types; `*` matches one segment, `**` any number of segments */
      types?: string[];
      /** Accept types that no enabled plugin has, for a plugin that is not enabled yet */
      allowUnknown?: boolean;
      /** Description for people; an empty text removes it */
      description?: string;
    };
    output: {
      /** The webhook */
      hook: Hook;
    };
    errors: "hooks.hook_not_found" | "hooks.hook_not_yours" | "hooks.target_refused" | "hooks.type_not_found";
  };
  /**
   * Create a bridge that publishes events to JetStream
   * Events are published as long as the caller's context may read them. The stream is not created: see jetstream.bridges.provision.
   * Scope: jetstream:write
   */
  "jetstream.bridges.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** A name for people */
      label: string;
      /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
      servers: string[];
      /** User name, if the secret is a password */
      user?: string;
      /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
      connection?: string;
      /** Allow public servers without TLS */
      plain?: boolean;
      /** Certificates (PEM) to trust instead of the system's */
      ca?: string;
      /** Name of the stream */
      stream: string;
      /** Subject of the messages. `{type}` is the type of the event, `{group}` its first part and `{subject}` the id that the event is about (default: "postern.events.{type}") */
      subject?: string;
      /** Event types; `*` matches one segment, `**` any number of segments */
      types: string[];
      /** Where to start: with new events, or with the oldest kept event (default: "now") */
      from?: "now" | "beginning";
      /** Accept types that no enabled plugin has */
      allowUnknown?: boolean;
    };
    output: {
      /** The bridge */
      bridge: JetstreamBridgeStatus;
    };
    errors: "credentials.connection_bound" | "jetstream.connection_unknown" | "jetstream.server_refused" | "jetstream.too_many" | "jetstream.type_not_found";
  };
  /**
   * Disable a bridge
   * When enabled again, it continues where it stopped. If it is already disabled, nothing changes.
   * Scope: jetstream:write
   */
  "jetstream.bridges.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the bridge */
      id: string;
    };
    output: {
      /** The bridge */
      bridge: JetstreamBridgeStatus;
    };
    errors: "jetstream.bridge_not_found" | "jetstream.not_yours";
  };
  /**
   * Enable a bridge
   * Events that happened while it was disabled are published too, as far as they are kept, unless it continues from now. If it is already enabled, nothing changes.
   * Scope: jetstream:write
   */
  "jetstream.bridges.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the bridge */
      id: string;
      /** Where to continue: where it stopped, or with events from now on (default: "cursor") */
      from?: "cursor" | "now";
    };
    output: {
      /** The bridge */
      bridge: JetstreamBridgeStatus;
    };
    errors: "jetstream.bridge_not_found" | "jetstream.context_ended" | "jetstream.not_yours";
  };
  /**
   * List your bridges, newest first
   * Optionally filter by status.
   * Scope: jetstream:read
   */
  "jetstream.bridges.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or label begins with this text */
      name?: string;
      /** Only bridges with this status */
      status?: "enabled" | "disabled";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, label, status, statusReason, servers, user, connection, plain, ca, stream, subject, types, contextId, createdAt, updatedAt, state, server, stateChangedAt, lastError, cursor, published, withoutData, gap */
      fields?: string;
    };
    output: {
      /** The items of this page */
      bridges: Partial<JetstreamBridgeStatus>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<JetstreamBridgeStatus>;
    errors: never;
  };
  /**
   * Create the stream of a bridge at the server
   * If the stream exists, the subjects of the bridge that it does not store are added, and nothing else is changed.
   * Scope: jetstream:write
   */
  "jetstream.bridges.provision": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the bridge */
      id: string;
      /** Milliseconds for which messages of a new stream are kept; without a limit by default */
      maxAgeMs?: number;
      /** Bytes above which the oldest messages of a new stream are deleted; without a limit by default */
      maxBytes?: number;
      /** Number of servers that store a new stream; 1 by default */
      replicas?: number;
    };
    output: {
      /** Name of the stream */
      stream: string;
      /** Change of the stream */
      result: "created" | "updated" | "unchanged";
    };
    errors: "jetstream.bridge_not_found" | "jetstream.not_yours" | "jetstream.server_failed";
  };
  /**
   * Remove a bridge with its cursor
   * A removed bridge cannot be restored. Its stream and messages stay at the server.
   * Scope: jetstream:write
   */
  "jetstream.bridges.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the bridge */
      id: string;
    };
    output: {
      /** Whether the bridge was removed */
      removed: boolean;
    };
    errors: "jetstream.bridge_not_found" | "jetstream.not_yours";
  };
  /**
   * Publish a test event with a bridge
   * The answer has its position in the stream, or the reason of the failure.
   * Scope: jetstream:write
   */
  "jetstream.bridges.send-test": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the bridge */
      id: string;
    };
    output: {
      /** Subject of the message */
      subject: string;
      /** Stream that has stored it */
      stream: string;
      /** Sequence of the message in the stream */
      sequence: number;
    };
    errors: "jetstream.bridge_not_found" | "jetstream.not_yours" | "jetstream.server_failed";
  };
  /**
   * Show a bridge with its connection and its progress
   * Scope: jetstream:read
   */
  "jetstream.bridges.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the bridge */
      id: string;
    };
    output: {
      /** The bridge */
      bridge: JetstreamBridgeStatus;
      /** Number of unacknowledged events, at most 1,000 */
      lag: number;
      /** True if there are more */
      lagCapped?: boolean;
    };
    errors: "jetstream.bridge_not_found" | "jetstream.not_yours";
  };
  /**
   * Update the server, stream, subjects, event types or label of a bridge
   * Omitted fields stay unchanged, like the cursor.
   * Scope: jetstream:write
   */
  "jetstream.bridges.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the bridge */
      id: string;
      /** A name for people */
      label?: string;
      /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
      servers?: string[];
      /** User name, if the secret is a password */
      user?: string;
      /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
      connection?: string;
      /** Allow public servers without TLS */
      plain?: boolean;
      /** Certificates (PEM) to trust instead of the system's */
      ca?: string;
      /** Name of the stream */
      stream?: string;
      /** Subject of the messages. `{type}` is the type of the event, `{group}` its first part and `{subject}` the id that the event is about */
      subject?: string;
      /** Event types; `*` matches one segment, `**` any number of segments */
      types?: string[];
      /** Accept types that no enabled plugin has */
      allowUnknown?: boolean;
    };
    output: {
      /** The bridge */
      bridge: JetstreamBridgeStatus;
    };
    errors: "credentials.connection_bound" | "jetstream.bridge_not_found" | "jetstream.connection_unknown" | "jetstream.not_yours" | "jetstream.server_refused" | "jetstream.type_not_found";
  };
  /**
   * Create a consumer that executes commands from JetStream
   * The consumer calls operations as its own context, which has no other rights and ends with yours. If your key may only propose an operation, each call waits for approval. The stream and the durable consumer are not created: see jetstream.consumers.provision.
   * Scope: jetstream:write
   */
  "jetstream.consumers.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** A name for people */
      label: string;
      /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
      servers: string[];
      /** User name, if the secret is a password */
      user?: string;
      /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
      connection?: string;
      /** Allow public servers without TLS */
      plain?: boolean;
      /** Certificates (PEM) to trust instead of the system's */
      ca?: string;
      /** Name of the stream */
      stream: string;
      /** Name of the durable consumer at the server (default: "postern") */
      durable?: string;
      /** Subjects whose messages are handled, such as postern.commands.> */
      filter: string;
      /** Ids of the operations that messages may call */
      operations: string[];
      /** Allowed subjects for answers. A message names one of them in its header Postern-Reply-To. `_INBOX.>` by default (default: ["_INBOX.>"]) */
      replySubjects?: string[];
      /** Deliveries before a message is a dead letter; 5 by default (default: 5) */
      maxDeliver?: number;
      /** Messages handled at a time; 16 by default (default: 16) */
      maxInFlight?: number;
      /** Subject for messages that cannot be handled. Without it they are discarded */
      deadLetterSubject?: string;
    };
    output: {
      /** The consumer */
      consumer: JetstreamConsumerStatus;
    };
    errors: "credentials.connection_bound" | "jetstream.connection_unknown" | "jetstream.context_ended" | "jetstream.context_refused" | "jetstream.dead_letter_loop" | "jetstream.server_refused" | "jetstream.too_many";
  };
  /**
   * Disable a consumer
   * Its messages wait in the stream. If it is already disabled, nothing changes.
   * Scope: jetstream:write
   */
  "jetstream.consumers.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the consumer */
      id: string;
    };
    output: {
      /** The consumer */
      consumer: JetstreamConsumerStatus;
    };
    errors: "jetstream.consumer_not_found" | "jetstream.not_yours";
  };
  /**
   * Enable a consumer
   * Messages that arrived while it was disabled are handled. If it is already enabled, nothing changes.
   * Scope: jetstream:write
   */
  "jetstream.consumers.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the consumer */
      id: string;
    };
    output: {
      /** The consumer */
      consumer: JetstreamConsumerStatus;
    };
    errors: "jetstream.consumer_not_found" | "jetstream.context_ended" | "jetstream.not_yours";
  };
  /**
   * List your consumers, newest first
   * Optionally filter by status.
   * Scope: jetstream:read
   */
  "jetstream.consumers.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or label begins with this text */
      name?: string;
      /** Only consumers with this status */
      status?: "enabled" | "disabled";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, label, status, statusReason, servers, user, connection, plain, ca, stream, durable, filter, operations, replySubjects, maxDeliver, maxInFlight, deadLetterSubject, actsAs, contextId, createdAt, updatedAt, state, server, stateChangedAt, lastError, handled, dead */
      fields?: string;
    };
    output: {
      /** The items of this page */
      consumers: Partial<JetstreamConsumerStatus>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<JetstreamConsumerStatus>;
    errors: never;
  };
  /**
   * Create the stream and the durable consumer at the server
   * A new stream removes messages when they are handled. If the stream or the durable consumer exists, the filter is added to the stream, and filter and limits of the durable consumer are updated. If no stream stores the subject for dead letters, one is created for it, with `_DEAD` after the name.
   * Scope: jetstream:write
   */
  "jetstream.consumers.provision": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the consumer */
      id: string;
    };
    output: {
      /** Change of the stream */
      stream: "created" | "updated" | "unchanged";
      /** Change of the durable consumer */
      durable: "created" | "updated" | "unchanged";
      /** Stream that stores dead letters */
      deadLetters?: string;
    };
    errors: "jetstream.consumer_not_found" | "jetstream.not_yours" | "jetstream.server_failed";
  };
  /**
   * Remove a consumer and revoke its context
   * A removed consumer cannot be restored. The durable consumer and its messages stay at the server. A new consumer would execute redelivered messages.
   * Scope: jetstream:write
   */
  "jetstream.consumers.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the consumer */
      id: string;
    };
    output: {
      /** Whether the consumer was removed */
      removed: boolean;
    };
    errors: "jetstream.consumer_not_found" | "jetstream.not_yours";
  };
  /**
   * Show a consumer with its connection and its progress
   * Scope: jetstream:read
   */
  "jetstream.consumers.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the consumer */
      id: string;
    };
    output: {
      /** The consumer */
      consumer: JetstreamConsumerStatus;
    };
    errors: "jetstream.consumer_not_found" | "jetstream.not_yours";
  };
  /**
   * Update the server, filter, operations or limits of a consumer
   * Omitted fields stay unchanged. Operations are limited by the rights of the consumer's creator. After a change of the filter or of `maxInFlight`, run jetstream.consumers.provision.
   * Scope: jetstream:write
   */
  "jetstream.consumers.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the consumer */
      id: string;
      /** A name for people */
      label?: string;
      /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
      servers?: string[];
      /** User name, if the secret is a password */
      user?: string;
      /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
      connection?: string;
      /** Allow public servers without TLS */
      plain?: boolean;
      /** Certificates (PEM) to trust instead of the system's */
      ca?: string;
      /** Subjects whose messages are handled */
      filter?: string;
      /** Ids of the operations that messages may call */
      operations?: string[];
      /** Allowed subjects for answers. A message names one of them in its header Postern-Reply-To. `_INBOX.>` by default */
      replySubjects?: string[];
      /** Deliveries before a message is a dead letter; 5 by default */
      maxDeliver?: number;
      /** Messages handled at a time; 16 by default */
      maxInFlight?: number;
      /** Subject to which dead letters are published */
      deadLetterSubject?: string;
    };
    output: {
      /** The consumer */
      consumer: JetstreamConsumerStatus;
    };
    errors: "credentials.connection_bound" | "jetstream.connection_unknown" | "jetstream.consumer_not_found" | "jetstream.context_ended" | "jetstream.dead_letter_loop" | "jetstream.not_yours" | "jetstream.server_refused";
  };
  /**
   * List voice runtimes for meetings, best first, with a recommendation
   * Availability is determined locally: from installed packages, programs on the PATH and available credentials. No program is started, and no network request is made.
   * Scope: meetings:read
   */
  "meetings.voice-runtimes": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** The voice runtimes, best first */
      candidates: VoiceRuntime[];
      /** Id of the default voice runtime, always one of the candidates */
      defaultRuntimeId: string;
      /** Why it is the default, and how to change it */
      recommendation: string;
    };
    errors: never;
  };
  /**
   * Clear the default voice runtime
   * Removes the choice made with `meetings.voice-runtimes.set-default`. The highest-ranked runtime becomes the default.
   * Scope: meetings:write
   */
  "meetings.voice-runtimes.clear-default": {
    kind: "command";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Id of the default voice runtime, always one of the candidates */
      defaultRuntimeId: string;
      /** Why it is the default, and how to change it */
      recommendation: string;
      /** Whether anything changed */
      changed: boolean;
    };
    errors: never;
  };
  /**
   * Set the default voice runtime
   * The runtime need not be ready. In that case, `recommendation` lists the missing parts.
   * Scope: meetings:write
   */
  "meetings.voice-runtimes.set-default": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the voice runtime */
      id: string;
    };
    output: {
      /** Id of the default voice runtime, always one of the candidates */
      defaultRuntimeId: string;
      /** Why it is the default, and how to change it */
      recommendation: string;
      /** Whether anything changed */
      changed: boolean;
    };
    errors: "meetings.runtime_not_found";
  };
  /**
   * Show a voice runtime and its missing requirements
   * `missing` lists the required packages, programs and connections that are not available, each with a fix.
   * Scope: meetings:read
   */
  "meetings.voice-runtimes.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the voice runtime */
      id: string;
    };
    output: {
      /** The voice runtime */
      runtime: {
        /** Id of the voice runtime */
        id: string;
        /** Display name */
        label: string;
        /** Kind: realtime_api, hosted_agent, framework, local_pipeline, or one defined by a plugin */
        kind: string;
        /** Whether it can be used now, and the reason if not */
        availability: "ready" | "needs_credentials" | "not_installed" | "planned";
        /** Address of its documentation */
        docsUrl: string;
        /** Limitations, one sentence each */
        constraints: string[];
        /** Strengths, one sentence each */
        strengths: string[];
        /** Model used by default */
        defaultModel?: string;
        /** The provider's name for the interface */
        providerRuntime?: string;
        /** Whether it is the default */
        isDefault: boolean;
        /** Source of the runtime */
        source: "plugin" | "catalogue";
        /** Missing requirements; always empty for runtimes of plugins */
        missing: MissingRequirement[];
      };
    };
    errors: "meetings.runtime_not_found";
  };
  /**
   * Archive a project
   * The project keeps its slug and its records. Other plugins decide how they treat archived projects.
   * Scope: projects:write
   */
  "projects.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the project */
      id: string;
    };
    output: {
      /** The project */
      project: Project;
    };
    errors: "projects.project_not_found";
  };
  /**
   * Create a project
   * Without a slug, one is generated from the name, with a number appended if it is already used.
   * Scope: projects:write
   */
  "projects.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Name of the project */
      name: string;
      /** Unique name in addresses: lowercase letters, digits and dashes */
      slug?: string;
      /** Description of the project; an empty text means none */
      description?: string;
    };
    output: {
      /** The project */
      project: Project;
    };
    errors: "projects.slug_taken";
  };
  /**
   * Show the default project
   * The default project is set with the option `project`, or for the whole gateway with POSTERN_PROJECT.
   * Scope: projects:read
   */
  "projects.known": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Whether the configured project exists */
      found: boolean;
      /** The configured id or slug; absent if none is configured */
      configured?: string;
      /** The project */
      project?: Project;
    };
    errors: never;
  };
  /**
   * List projects, sorted by slug
   * `query` searches names and slugs. With `archived`, returns archived projects instead of the others.
   * Scope: projects:read
   */
  "projects.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or name or slug begins with this text */
      name?: string;
      /** Return archived projects instead of the others */
      archived?: boolean;
      /** Part of a name or slug, ignoring case */
      query?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, slug, name, description, createdAt, updatedAt, archivedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      projects: Partial<Project>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Project>;
    errors: never;
  };
  /**
   * Show a project
   * Accepts the id or the slug of the project. Its tasks are counted by status, and the first 50 that are not finished are listed; tasks.list with the projectId lists all.
   * Scope: projects:read
   */
  "projects.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or slug of the project */
      id: string;
    };
    output: {
      /** The project */
      project: Project;
      /** Its tasks, if the plugin tasks is enabled and the key may read them */
      tasks?: ProjectTasks;
    };
    errors: "projects.project_not_found";
  };
  /**
   * Restore an archived project
   * The project keeps its id and slug.
   * Scope: projects:write
   */
  "projects.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the project */
      id: string;
    };
    output: {
      /** The project */
      project: Project;
    };
    errors: "projects.project_not_found";
  };
  /**
   * Update the name, description or slug of a project
   * Omitted fields stay unchanged. The old slug becomes available immediately and is not redirected. The id and the records of the project stay the same.
   * Scope: projects:write
   */
  "projects.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or slug of the project */
      id: string;
      /** Name of the project */
      name?: string;
      /** Description of the project; an empty text means none */
      description?: string;
      /** Unique name in addresses: lowercase letters, digits and dashes */
      slug?: string;
    };
    output: {
      /** The project */
      project: Project;
    };
    errors: "projects.project_not_found" | "projects.slug_taken";
  };
  /**
   * Check whether a call profile is ready to place calls
   * Lists missing settings with the command that adds them. No call is placed and no network request is made.
   * Scope: prox:read
   */
  "prox.calls.profiles.check": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the profile */
      profileId: string;
    };
    output: {
      /** Id of the profile */
      profileId: string;
      /** Whether nothing is missing */
      ready: boolean;
      /** Missing settings */
      missing: {
        /** Name of the field */
        field: string;
        /** Reason, in one sentence */
        reason: string;
        /** Command that fixes it */
        fix: string;
      }[];
      /** Fields that could not be checked */
      unchecked?: {
        /** Name of the field */
        field: string;
        /** Reason, in one sentence */
        reason: string;
      }[];
    };
    errors: "prox.profile_broken" | "prox.profile_not_found";
  };
  /**
   * Create a call profile
   * With `from`, copies all omitted fields from another profile. A profile with the id of a catalogue profile overrides it. By default, a profile is enabled and hangs up if an answering machine answers.
   * Scope: prox:write
   */
  "prox.calls.profiles.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the profile: lowercase letters, digits, dashes and underscores */
      profileId: string;
      /** Display name; required unless `from` is given */
      name?: string;
      /** Id of the profile to copy */
      from?: string;
      /** Spoken language as a BCP 47 tag, for example en or de-CH; an empty text means none */
      language?: string;
      /** Tags */
      tags?: string[];
      /** Whether calls may be placed with it; true by default */
      enabled?: boolean;
      /** Telephony provider, for example twilio; an empty text means none */
      provider?: string;
      /** Name of the connection that holds the provider's credentials; an empty text means none */
      connection?: string;
      /** Id of the agent that speaks; an empty text means none */
      agentId?: string;
      /** Name of the voice at the provider; an empty text means none */
      voice?: string;
      /** Action if an answering machine answers */
      voicemailPolicy?: "hangup" | "leave_message";
      /** First message of the call; an empty text means none */
      firstMessage?: string;
      /** Instructions for the agent or model that speaks; an empty text means none */
      prompt?: string;
    };
    output: {
      /** The profile */
      profile: CallProfile;
    };
    errors: "prox.profile_broken" | "prox.profile_exists" | "prox.profile_not_found";
  };
  /**
   * List call profiles, sorted by id
   * Includes stored profiles, profiles of plugins and built-in profiles. Invalid profiles are reported in `diagnostics` instead.
   * Scope: prox:read
   */
  "prox.calls.profiles.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only profiles that have this tag */
      tag?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: string;
    };
    output: {
      /** The items of this page */
      profiles: Partial<CallProfile>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Problems of invalid profiles; absent if there are none */
      diagnostics?: CallProfileDiagnostic[];
    };
    item: Partial<CallProfile>;
    errors: never;
  };
  /**
   * Remove a call profile
   * A catalogue profile that it overrode becomes effective again. The response contains all the fields needed to recreate it with prox.calls.profiles.create.
   * Scope: prox:write
   */
  "prox.calls.profiles.remove": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the profile */
      profileId: string;
    };
    output: {
      /** The removed profile, in the format of prox.calls.profiles.create */
      removed: {
        /** Id of the profile */
        profileId: string;
        /** Display name */
        name: string;
        /** Spoken language as a BCP 47 tag */
        language?: string;
        /** Tags */
        tags: string[];
        /** Whether calls may be placed with it */
        enabled: boolean;
        /** Telephony provider */
        provider?: string;
        /** Name of the connection that holds the provider's credentials */
        connection?: string;
        /** Id of the agent that speaks */
        agentId?: string;
        /** Name of the voice at the provider */
        voice?: string;
        /** Action if an answering machine answers */
        voicemailPolicy: "hangup" | "leave_message";
        /** First message of the call */
        firstMessage?: string;
        /** Instructions for the agent or model that speaks */
        prompt?: string;
      };
      /** The catalogue profile now effective for this id */
      profile?: CallProfile;
    };
    errors: "prox.profile_not_found" | "prox.profile_read_only";
  };
  /**
   * Show a call profile
   * `source` says whether the profile is built in, provided by a plugin, or stored.
   * Scope: prox:read
   */
  "prox.calls.profiles.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the profile */
      profileId: string;
    };
    output: {
      /** The profile */
      profile: CallProfile;
    };
    errors: "prox.profile_broken" | "prox.profile_not_found";
  };
  /**
   * Update a call profile
   * Omitted fields stay unchanged. An empty text or list removes a field.
   * Scope: prox:write
   */
  "prox.calls.profiles.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the profile */
      profileId: string;
      /** Display name */
      name?: string;
      /** Spoken language as a BCP 47 tag, for example en or de-CH; an empty text means none */
      language?: string;
      /** Tags */
      tags?: string[];
      /** Whether calls may be placed with it; true by default */
      enabled?: boolean;
      /** Telephony provider, for example twilio; an empty text means none */
      provider?: string;
      /** Name of the connection that holds the provider's credentials; an empty text means none */
      connection?: string;
      /** Id of the agent that speaks; an empty text means none */
      agentId?: string;
      /** Name of the voice at the provider; an empty text means none */
      voice?: string;
      /** Action if an answering machine answers */
      voicemailPolicy?: "hangup" | "leave_message";
      /** First message of the call; an empty text means none */
      firstMessage?: string;
      /** Instructions for the agent or model that speaks; an empty text means none */
      prompt?: string;
    };
    output: {
      /** The profile */
      profile: CallProfile;
    };
    errors: "prox.profile_broken" | "prox.profile_not_found" | "prox.profile_read_only";
  };
  /**
   * List the daily budgets of agents with today's use
   * Lists only agents with a budget. The budget of a responder is part of the responder.
   * Scope: responders:read
   */
  "responders.budgets.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: agent, turns, tokens, cost, usage */
      fields?: string;
    };
    output: {
      /** The items of this page */
      budgets: Partial<ResponderAgentBudget>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ResponderAgentBudget>;
    errors: never;
  };
  /**
   * Set the daily budget of an agent
   * Limits all responders of the agent, in addition to their own budgets. The budget is replaced as a whole, and removed without limits.
   * Scope: responders:write
   */
  "responders.budgets.set": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Agent id */
      agent: string;
      /** Maximum number of turns a day. From 0 to 1000000000000 */
      turns?: number | string;
      /** Maximum number of tokens a day. From 0 to 1000000000000 */
      tokens?: number | string;
      /** Maximum cost a day. From 0 to 1000000000 */
      cost?: number | string;
    };
    output: {
      /** The budget, with today's use */
      budget: ResponderAgentBudget;
    };
    errors: "responders.agent_not_found";
  };
  /**
   * Check whether a responder can answer turns
   * Asks its server or program, without answering a turn and without using tokens.
   * Scope: responders:write
   */
  "responders.check": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the responder */
      id: string;
    };
    output: {
      /** Whether it can answer turns */
      ok: boolean;
      /** The finding or the problem */
      detail: string;
    };
    errors: "responders.responder_not_found";
  };
  /**
   * Create a responder that answers the turns of agents
   * It starts immediately. It answers as the agent, and calls tools with its own key, which has only the given scopes.
   * Scope: responders:write
   */
  "responders.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the responder */
      id: string;
      /** Kind of the responder; see responders.kinds */
      kind: string;
      /** Agents whose turns it answers */
      agents: string[];
      /** Configuration of its kind; see responders.kinds (default: {}) */
      config?: Record<string, unknown>;
      /** Id or name of the credential connection that holds the secret; empty for none */
      connection?: string;
      /** Grants for the operations that it may call as tools, such as tasks:write; none by default (default: []) */
      scopes?: string[];
      /** Number of chats that it answers at the same time, for each gateway process. From 1 to 100 (default: "4") */
      concurrency?: number | string;
      /** Daily limits; none by default. Prices are needed for `cost` */
      budget?: ResponderBudget;
    };
    output: {
      /** The responder */
      responder: ResponderDetails;
    };
    errors: "credentials.connection_bound" | "responders.agent_not_found" | "responders.connection_not_found" | "responders.private_server" | "responders.responder_exists" | "responders.too_many";
  };
  /**
   * Disable a responder
   * Turns wait until it is enabled again or another responder answers them. Turns in progress become ready again.
   * Scope: responders:write
   */
  "responders.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the responder */
      id: string;
    };
    output: {
      /** The responder */
      responder: ResponderDetails;
    };
    errors: "responders.responder_not_found";
  };
  /**
   * Enable a responder
   * It answers turns that are ready, and later turns.
   * Scope: responders:write
   */
  "responders.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the responder */
      id: string;
    };
    output: {
      /** The responder */
      responder: ResponderDetails;
    };
    errors: "responders.responder_not_found";
  };
  /**
   * List the available kinds of responders
   * `fields` lists the fields of responders of the kind, and `config` is the JSON Schema of its configuration.
   * Scope: responders:read
   */
  "responders.kinds": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** The available kinds */
      kinds: ResponderKind[];
    };
    errors: never;
  };
  /**
   * List responders by id
   * Callers without the scope * see their own responders and responders named in their grants.
   * Scope: responders:read
   */
  "responders.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only responders of this agent */
      agent?: string;
      /** Only responders with this status */
      status?: "enabled" | "disabled";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, kind, status, agents, config, connection, scopes, contextId, concurrency, budget, ownerId, createdAt, updatedAt, usage, lastAnswerAt, lastError, lastErrorAt, problem */
      fields?: string;
    };
    output: {
      /** The items of this page */
      responders: Partial<ResponderDetails>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ResponderDetails>;
    errors: never;
  };
  /**
   * Remove a responder
   * Its key is revoked. The turns of its agents wait for another responder, and messages are kept.
   * Scope: responders:write
   */
  "responders.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the responder */
      id: string;
    };
    output: {
      /** The responder that was removed */
      responder: Responder;
    };
    errors: "responders.responder_not_found";
  };
  /**
   * Show a responder with today's use
   * `problem` says why it cannot answer turns now; `lastError` is the reason of its last failed attempt.
   * Scope: responders:read
   */
  "responders.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the responder */
      id: string;
    };
    output: {
      /** The responder */
      responder: ResponderDetails;
    };
    errors: "responders.responder_not_found";
  };
  /**
   * Update a responder
   * Omitted fields stay unchanged. The configuration, the scopes and the budget are replaced as a whole; {} and [] clear them. Turns in progress are completed with the former settings.
   * Scope: responders:write
   */
  "responders.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the responder */
      id: string;
      /** Agents whose turns it answers */
      agents?: string[];
      /** Configuration of its kind; see responders.kinds */
      config?: Record<string, unknown>;
      /** Id or name of the credential connection that holds the secret; empty for none */
      connection?: string;
      /** Grants for the operations that it may call as tools, such as tasks:write; none by default */
      scopes?: string[];
      /** Number of chats that it answers at the same time, for each gateway process. From 1 to 100 */
      concurrency?: number | string;
      /** Daily limits; none by default. Prices are needed for `cost` */
      budget?: ResponderBudget;
    };
    output: {
      /** The responder */
      responder: ResponderDetails;
    };
    errors: "credentials.connection_bound" | "responders.agent_not_found" | "responders.connection_not_found" | "responders.private_server" | "responders.responder_not_found";
  };
  /**
   * Create a rule that runs an operation after events
   * It sees events from now on, as long as your key may read them. It runs the operation with its own key, which is derived from yours and allows only this operation.
   * Scope: rules:write
   */
  "rules.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Name of the rule, unique among your rules */
      name: string;
      /** Events after which the rule runs */
      on: RuleEventsInput;
      /** Operation to run, with templates for its input: `event`, `run` and `rule` */
      action: RuleAction;
      /** When the rule runs; at once by default */
      when?: RuleTimesInput;
      /** Accept types that no enabled plugin has, for a plugin that is not enabled yet */
      allowUnknown?: boolean;
    };
    output: {
      /** The rule */
      rule: RuleDetails;
    };
    errors: "gateway.action_key_refused" | "rules.filter_invalid" | "rules.name_taken" | "rules.too_many" | "rules.type_not_found";
  };
  /**
   * Disable a rule
   * Discards its waiting runs. If the rule is already disabled, nothing changes.
   * Scope: rules:write
   */
  "rules.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the rule */
      id: string;
    };
    output: {
      /** The rule */
      rule: RuleDetails;
    };
    errors: "rules.rule_ambiguous" | "rules.rule_not_found";
  };
  /**
   * Enable a rule
   * Events that happened while it was disabled cause no runs. If the rule is already enabled, nothing changes.
   * Scope: rules:write
   */
  "rules.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the rule */
      id: string;
    };
    output: {
      /** The rule */
      rule: RuleDetails;
    };
    errors: "rules.context_ended" | "rules.rule_ambiguous" | "rules.rule_not_found";
  };
  /**
   * List your rules, newest first
   * Includes the rules of keys derived from yours. Optionally filter by status.
   * Scope: rules:read
   */
  "rules.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or name begins with this text */
      name?: string;
      /** Only rules with this status */
      status?: "enabled" | "disabled";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, status, statusReason, on, when, action, isProposal, contextId, actionContextId, createdAt, updatedAt, runs, failures, skipped, filterErrors, lastRunAt, lastRunId, lastRunStatus, lastError, lastErrorAt, lastSkipAt, lastSkipReason */
      fields?: string;
    };
    output: {
      /** The items of this page */
      rules: Partial<RuleDetails>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<RuleDetails>;
    errors: never;
  };
  /**
   * Remove a rule with its key and its waiting runs
   * The answer has everything needed to create it again.
   * Scope: rules:write
   */
  "rules.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id or name of the rule */
      id: string;
    };
    output: {
      /** The rule that was removed */
      rule: Rule;
      /** Number of waiting or dead runs that were discarded */
      discarded: number;
    };
    errors: "rules.rule_ambiguous" | "rules.rule_not_found";
  };
  /**
   * Discard a run
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: rules:write
   */
  "rules.runs.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the run */
      id: string;
    };
    output: {
      /** The run */
      run: RuleRun;
    };
    errors: "rules.runs_run_not_found" | "rules.runs_run_settled";
  };
  /**
   * List runs, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: rules:read
   */
  "rules.runs.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only runs with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only runs with this rule */
      rule?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: rule, event, type, events, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError, lastAttempt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      runs: Partial<RuleRun>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<RuleRun>;
    errors: never;
  };
  /**
   * Retry a run
   * The entry gets all its attempts again.
   * Scope: rules:write
   */
  "rules.runs.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the run */
      id: string;
    };
    output: {
      /** The run */
      run: RuleRun;
    };
    errors: "rules.runs_run_not_found" | "rules.runs_run_settled";
  };
  /**
   * Show a run
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: rules:read
   */
  "rules.runs.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the run */
      id: string;
    };
    output: {
      /** The run */
      run: RuleRun;
    };
    errors: "rules.runs_run_not_found";
  };
  /**
   * Show a rule with its last results
   * `lastError` is the last error of a run or the filter; `lastSkipReason` is the reason of the last skipped event.
   * Scope: rules:read
   */
  "rules.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or name of the rule */
      id: string;
    };
    output: {
      /** The rule */
      rule: RuleDetails;
    };
    errors: "rules.rule_ambiguous" | "rules.rule_not_found";
  };
  /**
   * Test whether a rule or filter matches an event
   * Shows the input that the operation would get. Nothing is run. With both a rule and a filter, the filter is used instead of the rule's.
   * Scope: rules:read
   */
  "rules.test": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id or name of the rule */
      rule?: string;
      /** Expression to test, instead of the rule's */
      filter?: string;
      /** Id of an event that has happened, like 123.1 */
      eventId?: string;
      /** Event to compare with, which need not have happened */
      event?: {
        /** Event type */
        type: string;
        /** Id of the record that it is about */
        subject?: string;
        /** Id of the context that caused it; yours by default */
        actor?: string;
        /** Data of the event */
        data: unknown;
      };
    };
    output: {
      /** Whether the event matches */
      isMatch: boolean;
      /** Whether the type is one of the rule's */
      isOfType?: boolean;
      /** Whether the rule may see the event; absent for an event that has not happened */
      isVisible?: boolean;
      /** Whether the filter is true */
      isFiltered?: boolean;
      /** Why the filter fails for this event */
      error?: string;
      /** Input that the operation of the rule would get */
      input?: Record<string, unknown>;
      /** Why the operation would get no input */
      inputError?: string;
    };
    errors: "rules.event_not_found" | "rules.filter_invalid" | "rules.rule_ambiguous" | "rules.rule_not_found";
  };
  /**
   * Update a rule
   * Omitted fields stay unchanged. `on`, `when` and `action` are replaced as a whole; `when: {}` clears it. A new action gets a new key, derived from the key that created the rule. Waiting runs follow the new settings.
   * Scope: rules:write
   */
  "rules.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id or name of the rule */
      id: string;
      /** New name of the rule, unique among the rules of its context */
      name?: string;
      /** Events after which the rule runs */
      on?: RuleEventsInput;
      /** Operation to run */
      action?: RuleAction;
      /** When the rule runs; at once by default */
      when?: RuleTimesInput;
      /** Accept types that no enabled plugin has, for a plugin that is not enabled yet */
      allowUnknown?: boolean;
    };
    output: {
      /** The rule */
      rule: RuleDetails;
    };
    errors: "gateway.action_key_refused" | "rules.context_ended" | "rules.filter_invalid" | "rules.name_taken" | "rules.rule_ambiguous" | "rules.rule_not_found" | "rules.type_not_found";
  };
  /**
   * Create a schedule
   * At each due time the operation runs as its own context, which has no other rights and ends with yours. If your key may only propose the operation, each run waits for approval.
   * Scope: schedules:write
   */
  "schedules.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Name of the schedule, unique among your schedules */
      name: string;
      /** Due times: exactly one of `at`, `every`, `cron`, and `rrule` with `start` */
      when: ScheduleTimesInput;
      /** IANA time zone of the due times, such as Europe/Berlin (default: "UTC") */
      timezone?: string;
      /** Operation to run */
      action: ScheduleAction;
      /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 (default: "once") */
      missed?: "skip" | "once" | "all";
      /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled (default: "skip") */
      overlap?: "skip" | "queue" | "cancel";
      /** Each run starts up to this number of milliseconds after its due time, at random. From 0 to 3600000 */
      jitterMs?: number | string;
      /** The last time at which a run may be due: ISO 8601, such as 2026-11-21T09:00:00+01:00, or Unix milliseconds; an empty text for none */
      until?: string | number;
    };
    output: {
      /** The schedule */
      schedule: Schedule;
    };
    errors: "gateway.action_key_ended" | "gateway.action_key_refused" | "schedules.name_taken" | "schedules.too_many";
  };
  /**
   * Disable a schedule
   * Discards its waiting runs; a current run ends as usual. If the schedule is already disabled, nothing changes.
   * Scope: schedules:write
   */
  "schedules.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the schedule */
      id: string;
    };
    output: {
      /** The schedule */
      schedule: Schedule;
    };
    errors: "schedules.schedule_not_found";
  };
  /**
   * Enable a schedule
   * Due times that passed while it was disabled are skipped. If the schedule is already enabled, nothing changes.
   * Scope: schedules:write
   */
  "schedules.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the schedule */
      id: string;
    };
    output: {
      /** The schedule */
      schedule: Schedule;
    };
    errors: "schedules.has_ended" | "schedules.key_ended" | "schedules.schedule_not_found";
  };
  /**
   * List your schedules, newest first
   * Schedules of your key and of derived keys; with full access, all schedules.
   * Scope: schedules:read
   */
  "schedules.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or name begins with this text */
      name?: string;
      /** Only schedules with this status */
      status?: "enabled" | "disabled" | "ended";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, status, statusReason, when, timezone, until, action, missed, overlap, jitterMs, createdBy, contextId, scopes, createdAt, updatedAt, nextDueAt, lastRun */
      fields?: string;
    };
    output: {
      /** The items of this page */
      schedules: Partial<Schedule>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Schedule>;
    errors: never;
  };
  /**
   * Show the next ten due times of a schedule or of any times
   * Shows them in the time zone of the schedule, with changes of the clocks. A disabled schedule shows the due times it would have.
   * Scope: schedules:read
   */
  "schedules.preview": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the schedule */
      id?: string;
      /** Due times: exactly one of `at`, `every`, `cron`, and `rrule` with `start` */
      when?: ScheduleTimesInput;
      /** IANA time zone of the due times, such as Europe/Berlin (default: "UTC") */
      timezone?: string;
      /** The last time at which a run may be due: ISO 8601, such as 2026-11-21T09:00:00+01:00, or Unix milliseconds; an empty text for none */
      until?: string | number;
    };
    output: {
      /** The due times, the next one first */
      times: {
        /** The due time in Unix milliseconds */
        at: number;
        /** The due time in the time zone of the schedule, with its offset */
        local: string;
        /** Day of the week there */
        weekday: string;
      }[];
      /** IANA time zone of the schedule */
      timezone: string;
    };
    errors: "schedules.schedule_not_found";
  };
  /**
   * Remove a schedule with its waiting runs
   * Revokes its key. The answer has all settings needed to create the schedule again.
   * Scope: schedules:write
   */
  "schedules.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the schedule */
      id: string;
    };
    output: {
      /** The schedule as it was */
      schedule: Schedule;
      /** Number of waiting runs that were discarded */
      discarded: number;
    };
    errors: "schedules.schedule_not_found";
  };
  /**
   * Start a run of a schedule now
   * Its due times are not changed. If an earlier run has not ended, this one starts after it. A disabled schedule can be run, too.
   * Scope: schedules:write
   */
  "schedules.run": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the schedule */
      id: string;
    };
    output: {
      /** The run */
      run: ScheduleRunReference;
    };
    errors: "schedules.key_ended" | "schedules.schedule_not_found" | "schedules.too_many_runs";
  };
  /**
   * Discard a run
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: schedules:write
   */
  "schedules.runs.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the run */
      id: string;
    };
    output: {
      /** The run */
      run: ScheduleRun;
    };
    errors: "schedules.runs_run_not_found" | "schedules.runs_run_settled";
  };
  /**
   * List runs, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: schedules:read
   */
  "schedules.runs.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only runs with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only runs with this schedule */
      schedule?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: schedule, name, dueAt, isManual, createdBy, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError, lastAttempt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      runs: Partial<ScheduleRun>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<ScheduleRun>;
    errors: never;
  };
  /**
   * Retry a run
   * The entry gets all its attempts again. A finished entry is placed behind the waiting entries of its lane.
   * Scope: schedules:write
   */
  "schedules.runs.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the run */
      id: string;
    };
    output: {
      /** The run */
      run: ScheduleRun;
    };
    errors: "schedules.runs_run_not_found" | "schedules.runs_run_settled";
  };
  /**
   * Show a run
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: schedules:read
   */
  "schedules.runs.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the run */
      id: string;
    };
    output: {
      /** The run */
      run: ScheduleRun;
    };
    errors: "schedules.runs_run_not_found";
  };
  /**
   * Show a schedule
   * Shows its due times, its operation, its next due time, and the outcome of the last run.
   * Scope: schedules:read
   */
  "schedules.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the schedule */
      id: string;
    };
    output: {
      /** The schedule */
      schedule: Schedule;
    };
    errors: "schedules.schedule_not_found";
  };
  /**
   * Update a schedule
   * Omitted fields stay unchanged. A new action gets its own context, derived from the creator's, and the former context is revoked. Started runs are not changed.
   * Scope: schedules:write
   */
  "schedules.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the schedule */
      id: string;
      /** Name of the schedule, unique among your schedules */
      name?: string;
      /** Due times: exactly one of `at`, `every`, `cron`, and `rrule` with `start` */
      when?: ScheduleTimesInput;
      /** IANA time zone of the due times, such as Europe/Berlin */
      timezone?: string;
      /** Operation to run */
      action?: ScheduleAction;
      /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 */
      missed?: "skip" | "once" | "all";
      /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled */
      overlap?: "skip" | "queue" | "cancel";
      /** Each run starts up to this number of milliseconds after its due time, at random. From 0 to 3600000 */
      jitterMs?: number | string;
      /** The last time at which a run may be due: ISO 8601, such as 2026-11-21T09:00:00+01:00, or Unix milliseconds; an empty text for none */
      until?: string | number;
    };
    output: {
      /** The schedule */
      schedule: Schedule;
    };
    errors: "gateway.action_key_ended" | "gateway.action_key_refused" | "schedules.creator_ended" | "schedules.name_taken" | "schedules.schedule_not_found";
  };
  /**
   * Create a backup of the store
   * Writes a consistent snapshot of all records and large values into one file, signed with the key of this installation, without blocking writes. The file contains all data, including key digests and stored secrets. Encrypt it with age recipients or a passphrase. Restore it with `postern restore`.
   * Scope: service:write
   */
  "service.backup": {
    kind: "command";
    dryRun: "never";
    input: {
      /** File name in the folder `backups` of the data folder (default: named after the current time) */
      path?: string;
      /** Encrypt for these age recipients: age1… */
      recipients?: string[];
      /** Passphrase of the encrypted backup */
      passphrase?: string;
    };
    output: {
      /** Path of the backup, relative to the data folder */
      path: string;
      /** Number of records */
      records: number;
      /** Number of large values */
      blobs: number;
      /** Size, in bytes */
      bytes: number;
      /** Number of damaged records, which were skipped */
      damaged: number;
      /** Fingerprint of the signing key: SHA256:… */
      signer: string;
      /** Whether the backup is encrypted, in the age format */
      encrypted: boolean;
    };
    errors: "service.backup_exists" | "service.backup_failed" | "service.no_data_folder";
  };
  /**
   * List backups, newest first
   * Lists backups in the folder `backups` of the data folder and in the folder of the backup policy.
   * Scope: service:read
   */
  "service.backups.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: path, createdAt, bytes, encrypted, scheduled, folder */
      fields?: string;
    };
    output: {
      /** The items of this page */
      backups: Partial<BackupFile>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<BackupFile>;
    errors: "service.no_data_folder";
  };
  /**
   * Show the schedule of backups and the number to keep
   * Includes the next backup, the last one, and failed attempts since then.
   * Scope: service:read
   */
  "service.backups.policy": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Backup policy */
      policy: BackupPolicy;
    };
    errors: "service.no_data_folder";
  };
  /**
   * Update the schedule of backups and the number to keep
   * A scheduled backup is verified after writing; only then the oldest backups are deleted. A failed backup is retried and reported by `service.doctor`. Omitted fields stay unchanged.
   * Scope: service:write
   */
  "service.backups.policy.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Whether backups are made by themselves */
      enabled?: boolean;
      /** Hours between backups */
      everyHours?: number;
      /** Number of scheduled backups to keep */
      keep?: number;
      /** Absolute path of an existing folder, or `backups` for the one in the data folder (default) */
      folder?: string;
      /** Encrypt for these age recipients: age1…; none for no encryption */
      recipients?: string[];
    };
    output: {
      /** Backup policy */
      policy: BackupPolicy;
    };
    errors: "service.no_data_folder";
  };
  /**
   * Delete a backup
   * The file is deleted and cannot be restored.
   * Scope: service:write
   */
  "service.backups.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** File name of the backup */
      path: string;
    };
    output: {
      /** The deleted backup */
      backup: BackupFile;
    };
    errors: "service.backup_not_found" | "service.no_data_folder";
  };
  /**
   * Verify a backup and its signature
   * Reads the whole file. A valid backup can be unsigned or signed by another installation: check `signer`.
   * Scope: service:read
   */
  "service.backups.verify": {
    kind: "query";
    dryRun: "never";
    input: {
      /** File name of the backup */
      path: string;
      /** age identities to decrypt the backup, one per line */
      identity?: string;
      /** Passphrase of the encrypted backup */
      passphrase?: string;
    };
    output: {
      /** Creation time, Unix milliseconds */
      createdAt: number;
      /** Version of Postern that wrote it */
      version: string;
      /** Number of records */
      records: number;
      /** Number of large values */
      blobs: number;
      /** Signer of the backup; absent if it is not signed */
      signer?: {
        /** Fingerprint of the signing key: SHA256:… */
        fingerprint: string;
        /** Whether it is the key of this installation */
        isOwn: boolean;
      };
    };
    errors: "service.backup_damaged" | "service.backup_not_found" | "service.backup_not_opened" | "service.no_data_folder";
  };
  /**
   * Diagnose problems and suggest fixes
   * Each finding has a severity, the evidence and a command that fixes the problem or shows details.
   * Scope: service:read
   */
  "service.doctor": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Findings, the most severe first */
      findings: Finding[];
    };
    errors: never;
  };
  /**
   * Drain a gateway: hand its work to the others
   * It finishes its work, claims no new work, ends its event streams so that clients connect again, and answers 503 to `GET /readyz`, so that a balancer sends no new requests. It still answers calls, until you stop it or resume it.
   * Scope: service:write
   */
  "service.gateways.drain": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the gateway, or its host */
      id: string;
    };
    output: {
      /** The gateway */
      gateway: GatewayMember;
    };
    errors: "service.ambiguous_gateway" | "service.gateway_lost" | "service.gateway_not_found";
  };
  /**
   * List the gateways that serve the store
   * Several gateways can share a store in PostgreSQL. Lost gateways are shown for a day; others continue their work within ten seconds.
   * Scope: service:read
   */
  "service.gateways.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only gateways in this state */
      state?: "running" | "draining" | "drained" | "lost";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, host, state, version, startedAt, reportedAt, lag, held, pid, isSelf */
      fields?: string;
    };
    output: {
      /** The items of this page */
      gateways: Partial<GatewayMember>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<GatewayMember>;
    errors: never;
  };
  /**
   * Resume a drained gateway
   * If it is not drained, nothing changes.
   * Scope: service:write
   */
  "service.gateways.resume": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the gateway, or its host */
      id: string;
    };
    output: {
      /** The gateway */
      gateway: GatewayMember;
    };
    errors: "service.ambiguous_gateway" | "service.gateway_lost" | "service.gateway_not_found";
  };
  /**
   * Show a gateway
   * Includes its claimed work and its lag, as of its last report.
   * Scope: service:read
   */
  "service.gateways.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the gateway, or its host */
      id: string;
    };
    output: {
      /** The gateway */
      gateway: GatewayMember;
    };
    errors: "service.ambiguous_gateway" | "service.gateway_not_found";
  };
  /**
   * List plugins and their states
   * A plugin that could not start has the state `failed` and an error.
   * Scope: service:read
   */
  "service.plugins": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only plugins in this state */
      status?: "running" | "read-only" | "failed";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, version, state, operations, error */
      fields?: string;
    };
    output: {
      /** The items of this page */
      plugins: Partial<PluginStatus>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<PluginStatus>;
    errors: never;
  };
  /**
   * Show the status of the gateway
   * Includes the store, plugins, queues, event streams, the status of groups with checks (such as channels and agents), and problems with commands that help.
   * Scope: service:read
   */
  "service.status": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Status of the gateway: `degraded` if a problem is an error */
      status: "ok" | "degraded";
      /** Version of Postern */
      version: string;
      /** Digest of the interface, which changes with every change of an operation, event or error */
      interface: string;
      /** Machine of the gateway that answers */
      host: string;
      /** Start time, Unix milliseconds */
      startedAt: number;
      /** Time since the start, in milliseconds */
      uptime: number;
      /** Store */
      store: StoreStatus;
      /** Queues and event consumers */
      queues: QueueStatus[];
      /** Indexes built since the start */
      indexes: IndexBuild[];
      /** Event streams */
      streams?: StreamStatus;
      /** Plugins */
      plugins: {
        /** Id of the plugin */
        id: string;
        /** State of the plugin */
        state: "running" | "read-only" | "failed";
        /** Reason for the state */
        reason?: string;
      }[];
      /** Status of the groups that have checks */
      checks: CheckStatus[];
      /** The last errors that groups report, also if it works again */
      lastErrors: LastError[];
      /** Problems, the most severe first */
      problems: HealthProblem[];
    };
    errors: never;
  };
  /**
   * Undo a command
   * Shows the plan of the reverting command, and executes it with the rights of the caller: its scopes, approvals and policies apply. `later` in the plan lists later commands on the same resources: the undo may overwrite their changes. Without `event` it undoes the caller's last command that is not undone. A key can undo its own commands and commands of derived keys; with the scope service:audit, all commands. Commands can be undone for 30 days. Every key may call this operation.
   * Scope: any
   */
  "service.undo": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of an event of the command */
      event?: string;
    };
    output: {
      /** `unchanged`: everything was already as before; `pending`: the reverting command waits for an approval */
      status: "undone" | "unchanged" | "pending";
      /** Event of the command */
      event: string;
      /** Operation that undoes it */
      operation: string;
      /** Event of the command that undid it */
      by?: string;
      /** Id of the approval, if it is pending */
      approvalId?: string;
      /** Answer of the operation */
      answer?: unknown;
    };
    errors: "service.already_undone" | "service.not_undoable" | "service.nothing_to_undo";
  };
  /**
   * List commands that can be undone, newest first
   * Commands of the caller; with `all` also commands of others that it may undo. Every key may call this operation.
   * Scope: any
   */
  "service.undo.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Include commands of derived keys; with the scope service:audit, of all keys */
      all?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: event, operation, summary, at, contextId, by, undone, undoneBy, undoes */
      fields?: string;
    };
    output: {
      /** The items of this page */
      commands: Partial<UndoableCommand>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<UndoableCommand>;
    errors: never;
  };
  /**
   * Verify every record of the store
   * Checks each record against its checksum. In the embedded store, each collection is checked against its stored count and digest; with other drivers, records are compared with their indexes. Damaged records are omitted from all responses. To recover them, restore an earlier backup.
   * Scope: service:read
   */
  "service.verify": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** Number of verified records */
      checked: number;
      /** Number of damaged records */
      damaged: number;
      /** Encoded keys of damaged records, at most 1,000 */
      keys: string[];
      /** Collections and indexes with lost or replaced records */
      lost: {
        /** Encoded name of the collection or index */
        collection: string;
        /** Expected number of records */
        expected: number;
        /** Number of records found */
        found: number;
      }[];
      /** Reason why the store as a whole is damaged. Restore a backup with `postern restore` */
      broken?: string;
    };
    errors: never;
  };
  /**
   * List checksums or records of a group for comparison by a linked gateway
   * Without `buckets`, returns the stored checksums of all buckets of the group. With `buckets`, returns the records in them with their digests. A key that may not see the whole group gets no checksums.
   * Scope: sync:exchange
   */
  "sync.compare": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Group whose records are exchanged */
      domain: string;
      /** Return the records of these buckets */
      buckets?: number[];
      /** Name of the record on all gateways: its kind, followed by its id */
      after?: string[];
    };
    output: {
      /** Whether existing records are still being scanned; until then, missing records do not count as differences */
      isLooking: boolean;
      /** Checksum of each bucket */
      sums?: number[];
      /** The records in the requested buckets */
      entries?: {
        /** Name of the record on all gateways: its kind, followed by its id */
        name: string[];
        /** Digest of its content; absent if it was removed */
        digest?: string;
        /** Version vector: number of changes per gateway */
        vector: Record<string, number>;
      }[];
      /** Pass it as `after` to get the next page; absent on the last page */
      next?: string[];
    };
    errors: "sync.domain_disabled";
  };
  /**
   * List conflicts, newest first
   * A conflict is a record that was changed on both gateways. Both kept the same version; sync.conflicts.show shows the other version.
   * Scope: sync:read
   */
  "sync.conflicts.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Group whose records are exchanged */
      domain?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, domain, name, site, winner, loser, foundAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      conflicts: Partial<SyncConflict>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<SyncConflict>;
    errors: never;
  };
  /**
   * Resolve a conflict
   * `winner` keeps the current record. `loser` restores the losing version; this change is then sent to the other gateway.
   * Scope: sync:exchange
   */
  "sync.conflicts.resolve": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the conflict */
      id: string;
      /** Which version to keep */
      keep: "winner" | "loser";
    };
    output: {
      /** The conflict */
      conflict: SyncConflict;
      /** Which version was kept */
      keep: string;
    };
    errors: "sync.conflict_not_found" | "sync.not_applicable";
  };
  /**
   * Show a conflict with the current and the losing version of the record
   * The response contains records of other groups, so the scope sync:exchange is required.
   * Scope: sync:exchange
   */
  "sync.conflicts.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the conflict */
      id: string;
    };
    output: {
      /** The conflict */
      conflict: SyncConflictDetails;
    };
    errors: "sync.conflict_not_found";
  };
  /**
   * Reset the cursors of a group, to exchange all its records again
   * Use it to find missed changes. Records that the other gateway already has are skipped.
   * Scope: sync:write
   */
  "sync.cursors.reset": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Group whose records are exchanged */
      domain: string;
    };
    output: {
      /** Group whose records are exchanged */
      domain: string;
      /** Number of cursors that were reset */
      reset: number;
    };
    errors: "sync.domain_disabled" | "sync.not_linked";
  };
  /**
   * Disable sync for groups
   * Disables all enabled groups by default. When a group is enabled again, changes made in the meantime are exchanged.
   * Scope: sync:write
   */
  "sync.disable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Groups to disable; all enabled groups by default */
      domains?: string[];
    };
    output: {
      /** All groups that support sync, with their state */
      domains: SyncDomain[];
    };
    errors: never;
  };
  /**
   * List the groups that support sync
   * `enabled` shows whether the records of the group are exchanged with the linked gateway.
   * Scope: sync:read
   */
  "sync.domains.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, kinds, enabled, enabledAt, scanning, records */
      fields?: string;
    };
    output: {
      /** The items of this page */
      domains: Partial<SyncDomain>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<SyncDomain>;
    errors: never;
  };
  /**
   * Enable sync for groups
   * Enables all groups that support sync by default. Enable them on both gateways. Existing records are scanned first.
   * Scope: sync:write
   */
  "sync.enable": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Groups to enable; all groups that support sync by default */
      domains?: string[];
    };
    output: {
      /** All groups that support sync, with their state */
      domains: SyncDomain[];
    };
    errors: never;
  };
  /**
   * Return records by name to a linked gateway
   * Returns as many records as fit into one response, in the order of the names, including records that came from the linked gateway. Records that change meanwhile are omitted.
   * Scope: sync:exchange
   */
  "sync.fetch": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Group whose records are exchanged */
      domain: string;
      /** Names of the requested records */
      names: string[][];
    };
    output: {
      /** The records */
      records: SyncPageRecord[];
    };
    errors: "sync.domain_disabled";
  };
  /**
   * Discard an inbox entry
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: sync:write
   */
  "sync.inbox.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the inbox entry */
      id: string;
    };
    output: {
      /** The inbox entry */
      record: SyncQueueEntry;
    };
    errors: "sync.inbox_record_not_found" | "sync.inbox_record_settled";
  };
  /**
   * List inbox entries, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: sync:read
   */
  "sync.inbox.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only inbox entries with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only inbox entries with this domain */
      domain?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: domain, name, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      inbox: Partial<SyncQueueEntry>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<SyncQueueEntry>;
    errors: never;
  };
  /**
   * Retry an inbox entry
   * The entry gets all its attempts again. A finished entry is placed behind the waiting entries of its lane.
   * Scope: sync:write
   */
  "sync.inbox.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the inbox entry */
      id: string;
    };
    output: {
      /** The inbox entry */
      record: SyncQueueEntry;
    };
    errors: "sync.inbox_record_not_found" | "sync.inbox_record_settled";
  };
  /**
   * Show an inbox entry
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: sync:read
   */
  "sync.inbox.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the inbox entry */
      id: string;
    };
    output: {
      /** The inbox entry */
      record: SyncQueueEntry;
    };
    errors: "sync.inbox_record_not_found";
  };
  /**
   * Link another gateway and keep the enabled groups in sync
   * The connection's secret must be a key of the other gateway with the scope sync:exchange. The other gateway must be reachable and have a group enabled. It needs no link to this gateway, because records are exchanged in both directions.
   * Scope: sync:write
   */
  "sync.link": {
    kind: "command";
    dryRun: "always";
    input: {
      /** URL of the other gateway */
      consoleUrl: string;
      /** Id, name or label of the connection with the key of the other gateway */
      connection: string;
    };
    output: {
      /** The link */
      link: SyncLink;
    };
    errors: "credentials.connection_bound" | "sync.already_linked" | "sync.connection_disabled" | "sync.connection_not_found" | "sync.other_unreachable" | "sync.same_gateway";
  };
  /**
   * Discard an outbox entry
   * The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.
   * Scope: sync:write
   */
  "sync.outbox.discard": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the outbox entry */
      id: string;
    };
    output: {
      /** The outbox entry */
      record: SyncQueueEntry;
    };
    errors: "sync.outbox_record_not_found" | "sync.outbox_record_settled";
  };
  /**
   * List outbox entries, newest first
   * Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.
   * Scope: sync:read
   */
  "sync.outbox.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id begins with this text */
      name?: string;
      /** Return only outbox entries with this status */
      status?: "waiting" | "running" | "done" | "dead" | "discarded";
      /** Return only outbox entries with this domain */
      domain?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: domain, name, id, status, attempts, createdAt, nextAttemptAt, startedAt, finishedAt, lastError */
      fields?: string;
    };
    output: {
      /** The items of this page */
      outbox: Partial<SyncQueueEntry>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<SyncQueueEntry>;
    errors: never;
  };
  /**
   * Retry an outbox entry
   * The entry gets all its attempts again. A finished entry is placed behind the waiting entries of its lane.
   * Scope: sync:write
   */
  "sync.outbox.retry": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the outbox entry */
      id: string;
    };
    output: {
      /** The outbox entry */
      record: SyncQueueEntry;
    };
    errors: "sync.outbox_record_not_found" | "sync.outbox_record_settled";
  };
  /**
   * Show an outbox entry
   * The answer has the number of attempts, the last error and the time of the next attempt.
   * Scope: sync:read
   */
  "sync.outbox.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the outbox entry */
      id: string;
    };
    output: {
      /** The outbox entry */
      record: SyncQueueEntry;
    };
    errors: "sync.outbox_record_not_found";
  };
  /**
   * Return changes to a linked gateway
   * Returns each record changed after the cursor of its kind once, with its latest version. A cursor of a former store starts from the beginning. Use `sync/wait` to wait for new changes.
   * Scope: sync:exchange
   */
  "sync.pull": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the requesting gateway; empty if it has none yet */
      site: string;
      /** Cursors by kind of records, ordered so that referenced kinds come first */
      from: {
        /** Group whose records are exchanged */
        domain: string;
        /** Kind of the records */
        kind: string;
        /** Position in the changes of a gateway */
        cursor?: string;
      }[];
    };
    output: {
      /** Id of a gateway's store */
      site: string;
      /** Id of the gateway before it was restored from a backup; absent if it is `site` */
      installation?: string;
      /** Number of the newest change; sync/wait responds when there is a newer one */
      newest: string;
      /** Groups enabled on this gateway */
      domains: string[];
      /** One page for each kind of records */
      pages: SyncPage[];
    };
    errors: "sync.off" | "sync.same_gateway";
  };
  /**
   * Accept changes from a linked gateway
   * Returns an outcome for each record: `acked` (accepted, or waiting for a record to which it refers), `skipped` (already known), `failed` (send it again) or `refused` (can never be accepted).
   * Scope: sync:exchange
   */
  "sync.push": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of a gateway's store */
      site: string;
      /** Changed records */
      records: SyncRecord[];
    };
    output: {
      /** Id of a gateway's store */
      site: string;
      /** Outcomes, in the order of the records */
      results: SyncResult[];
    };
    errors: "sync.domain_disabled" | "sync.off" | "sync.same_gateway";
  };
  /**
   * Exchange records with the linked gateway now
   * Ends the wait after an error and restarts a stopped link. If no server is running, only changes that were already tracked are exchanged; others are tracked when a server runs.
   * Scope: sync:write
   */
  "sync.run": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Group whose records are exchanged */
      domain?: string;
      /** Direction of the exchange; both by default */
      direction?: "pull" | "push";
    };
    output: {
      /** Received records by outcome */
      pulled: {
        /** Number of records applied */
        applied: number;
        /** Number of records that this gateway already had */
        skipped: number;
        /** Number of records waiting in the inbox */
        held: number;
      };
      /** Sent records by outcome */
      pushed: {
        /** Number of records sent */
        sent: number;
        /** Number of records that the other gateway accepted */
        acked: number;
        /** Number of records that the other gateway already had */
        skipped: number;
        /** Number of records waiting in the outbox */
        failed: number;
      };
      /** Whether there are more changes than could be exchanged in 20 seconds */
      more: boolean;
    };
    errors: "sync.domain_disabled" | "sync.not_linked" | "sync.other_unreachable";
  };
  /**
   * Show the sync status of this gateway
   * Shows counters, cursors, the times of the last exchange, and why records cannot be exchanged with the linked gateway.
   * Scope: sync:read
   */
  "sync.status": {
    kind: "query";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** URL of the other gateway; empty if this gateway is not linked (default: "") */
      consoleUrl: string;
      /** Id of this gateway, as the other gateway knows it; empty if this gateway is not linked (default: "") */
      installationId: string;
      /** When changes were last received, ISO 8601; empty if no changes were received (default: "") */
      lastDownload: string;
      /** Why records cannot be exchanged at the moment; empty if the last exchange succeeded (default: "") */
      lastError: string;
      /** When the last error occurred, in Unix milliseconds; 0 if there is no lastError (default: 0) */
      lastErrorAt: number;
      /** When changes were last sent, ISO 8601; empty if no changes were sent (default: "") */
      lastUpload: string;
      /** Id of the other gateway */
      peerInstallationId?: string;
      /** The last error, which is kept after the exchange has recovered */
      lastFailure?: {
        /** Error message */
        message: string;
        /** When it occurred, in Unix milliseconds */
        at?: number;
        /** When an exchange succeeded again, in Unix milliseconds */
        recoveredAt?: number;
      };
      /** Whether this gateway is linked to another */
      linked: boolean;
      /** Positions of the exchange by group, kind and direction */
      cursors: {
        /** Name of the cursor */
        cursorKey: string;
        /** Position of the cursor */
        cursorValue: string;
        /** Group of the records */
        domain: string;
        /** Direction and kind of records */
        meta: string;
        /** When it last moved, in Unix milliseconds */
        updatedAt: number;
      }[];
      /** Counts of received records by state */
      inbox: SyncCounters;
      /** Counts of sent and waiting records by state */
      outbox: SyncCounters;
      /** The continuous exchange */
      runner: {
        /** Whether the runner and at least one group are enabled */
        enabled: boolean;
        /** Name of the setting that enables the runner */
        env: string;
        /** Enabled groups */
        pullDomains: string[];
      };
    };
    errors: never;
  };
  /**
   * Unlink the other gateway
   * Both gateways keep all their records, and the entries of the outbox are discarded. If the gateways are linked again, all differences are exchanged.
   * Scope: sync:write
   */
  "sync.unlink": {
    kind: "command";
    dryRun: "never";
    input: Record<string, never>;
    output: {
      /** The link */
      link: SyncLink;
    };
    errors: "sync.link_not_yours" | "sync.not_linked";
  };
  /**
   * Compare all records with the linked gateway
   * Shows the records that differ, including records in transit. Linked gateways also compare their records automatically: after linking, after a restore and daily. `repair` exchanges the differences: the version with more changes replaces the other, and records changed on both gateways become conflicts.
   * Scope: sync:write
   */
  "sync.verify": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Group whose records are exchanged */
      domain?: string;
      /** Whether to exchange the differences */
      repair?: boolean;
    };
    output: {
      /** Result of the comparison for each group */
      domains: {
        /** Group whose records are exchanged */
        id: string;
        /** Whether the records are equal on both gateways */
        equal: boolean;
        /** Whether one of the gateways is still scanning existing records */
        scanning: boolean;
        /** Whether the whole group was compared; false if the rights of the link or its key cover only a part of it */
        whole: boolean;
        /** Number of records that differ */
        total: number;
        /** The first 200 differences */
        differences: {
          /** Name of the record on all gateways: its kind, followed by its id */
          name: string[];
          /** How the record differs */
          state: "missing_here" | "missing_there" | "newer_here" | "newer_there" | "changed_on_both";
        }[];
      }[];
    };
    errors: "sync.domain_disabled" | "sync.not_linked" | "sync.other_unreachable";
  };
  /**
   * Archive a task
   * Archived tasks are hidden from lists and cannot be changed. Subtasks are not archived. Tasks that depend on it keep waiting unless it is done.
   * Scope: tasks:write
   */
  "tasks.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
    };
    output: {
      /** The task */
      task: Task;
      /** Whether anything changed */
      changed: boolean;
    };
    errors: "tasks.task_not_found";
  };
  /**
   * Mark a task as blocked
   * Continue with tasks.start, or return it to open with tasks.release. Calling it again for a blocked task replaces the reason.
   * Scope: tasks:write
   */
  "tasks.block": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** Reason, for people who read it later */
      reason?: string;
    };
    output: {
      /** The task */
      task: Task;
    };
    errors: "tasks.task_archived" | "tasks.task_not_found" | "tasks.wrong_status";
  };
  /**
   * Show tasks as a board, with a column for each status
   * Each column has its first tasks and the number of all of them. Open, active and blocked tasks are ordered by priority, then by due time, then oldest first; done and failed ones newest first. Archived tasks are omitted.
   * Scope: tasks:read
   */
  "tasks.board": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only tasks of this project, by its id or slug */
      projectId?: string;
      /** Assignee as type:id, for example agent:main or user:ann */
      assignee?: string;
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Only tasks with this priority */
      priority?: "low" | "normal" | "high" | "urgent";
      /** A tag */
      tag?: string;
      /** Only subtasks of this task */
      parent?: string;
      /** Maximum number of tasks to return for each status. From 1 to 100 (default: "10") */
      limit?: number | string;
    };
    output: {
      /** A column for each status, in the order of the life of a task */
      columns: TaskColumn[];
    };
    errors: "tasks.project_not_found";
  };
  /**
   * Add a comment to a task
   * The caller becomes the author of the comment.
   * Scope: tasks:write
   */
  "tasks.comment": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** Text of the comment */
      text: string;
    };
    output: {
      /** The comment */
      comment: TaskComment;
    };
    errors: "tasks.task_archived" | "tasks.task_not_found";
  };
  /**
   * Find comments by the start of their id
   * Searches the comments on all tasks.
   * Scope: tasks:read
   */
  "tasks.comments.find": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Beginning of the id, with or without `comment_` */
      name: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, author, text, taskId, createdAt, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      comments: Partial<TaskComment>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<TaskComment>;
    errors: never;
  };
  /**
   * List the comments on a task
   * Oldest first by default.
   * Scope: tasks:read
   */
  "tasks.comments.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** Sort order: asc for oldest first, desc for newest first (default: "asc") */
      order?: "asc" | "desc";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, author, text, taskId, createdAt, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      comments: Partial<TaskComment>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<TaskComment>;
    errors: "tasks.task_not_found";
  };
  /**
   * Remove a comment
   * Only the author or an admin can remove a comment. A removed comment cannot be restored.
   * Scope: tasks:write
   */
  "tasks.comments.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the comment */
      commentId: string;
    };
    output: {
      /** Whether it was removed */
      removed: boolean;
    };
    errors: "tasks.comment_not_found" | "tasks.comment_not_yours";
  };
  /**
   * Update the text of a comment
   * Only the author or an admin can update a comment.
   * Scope: tasks:write
   */
  "tasks.comments.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the comment */
      commentId: string;
      /** Text of the comment */
      text: string;
    };
    output: {
      /** The comment */
      comment: TaskComment;
    };
    errors: "tasks.comment_not_found" | "tasks.comment_not_yours";
  };
  /**
   * Create a task
   * The task is open and ready to start. With an idempotencyKey, which is scoped to the caller, repeating the call returns the existing task instead of creating another.
   * Scope: tasks:write
   */
  "tasks.create": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Title in one line */
      title: string;
      /** Instructions for the assignee; an empty text means none */
      instructions?: string;
      /** Priority (default: "normal") */
      priority?: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id, for example agent:main or user:ann */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id or slug of the project that it belongs to */
      projectId?: string;
      /** When it is due: Unix milliseconds like 1795255200000, or ISO 8601 with an offset like 2026-11-21T10:00:00+01:00 */
      dueAt?: string | number;
      /** Accept a profile that does not exist, for a plugin that is not enabled yet */
      allowUnknown?: boolean;
      /** Tags (default: []) */
      tags?: string[];
      /** A key chosen by the caller: repeated calls with the same key create the task only once */
      idempotencyKey?: string;
    };
    output: {
      /** The task */
      task: Task;
      /** Whether the task was created by this call or already existed */
      disposition: "created" | "duplicate";
    };
    errors: "tasks.catalog_refused" | "tasks.idempotency_conflict" | "tasks.parent_cycle" | "tasks.profile_unknown" | "tasks.project_not_found" | "tasks.task_archived" | "tasks.task_not_found" | "tasks.too_deep";
  };
  /**
   * Add a dependency: a task that must be done first
   * Dependencies that would create a cycle are rejected. A task that is already active stays active.
   * Scope: tasks:write
   */
  "tasks.deps.add": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the dependent task */
      taskId: string;
      /** Id of the task that must be done first */
      dependencyTaskId: string;
    };
    output: {
      /** The task */
      task: Task;
      /** The dependency */
      dependency: TaskDependency;
      /** Whether anything changed */
      changed: boolean;
    };
    errors: "tasks.dependency_cycle" | "tasks.task_archived" | "tasks.task_not_found" | "tasks.too_many_dependencies";
  };
  /**
   * Show the dependency graph as JSON, Mermaid or Graphviz
   * With taskId, all direct and indirect dependencies and dependents of that task. Without it, all waiting tasks and their dependencies. Tasks are in topological order.
   * Scope: tasks:read
   */
  "tasks.deps.graph": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId?: string;
      /** Output format (default: "json") */
      format?: "json" | "mermaid" | "dot";
      /** Maximum number of tasks to return. From 1 to 2000 (default: "500") */
      limit?: number | string;
    };
    output: {
      /** Output format */
      format: "json" | "mermaid" | "dot";
      /** The tasks */
      nodes?: TaskNode[];
      /** The dependencies: taskId depends on dependencyTaskId */
      edges?: TaskEdge[];
      /** The graph as text in the requested format */
      text?: string;
      /** Whether the limit cut off the graph */
      truncated: boolean;
    };
    errors: "tasks.task_not_found";
  };
  /**
   * List the dependencies or dependents of a task
   * Direct dependencies only. tasks.deps.graph returns indirect ones in both directions.
   * Scope: tasks:read
   */
  "tasks.deps.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** up for the tasks it depends on, down for the tasks that depend on it (default: "up") */
      direction?: "up" | "down";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: task, satisfied, taskId, dependencyTaskId, createdAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      dependencies: {
        /** The task at the other end: the dependency, or the dependent if direction is down */
        task?: TaskNode;
        /** Whether the dependency is done */
        satisfied?: boolean;
        /** Id of the dependent task */
        taskId?: string;
        /** Id of the task that must be done first */
        dependencyTaskId?: string;
        /** When it was created, Unix milliseconds */
        createdAt?: number;
      }[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: {
      /** The task at the other end: the dependency, or the dependent if direction is down */
      task?: TaskNode;
      /** Whether the dependency is done */
      satisfied?: boolean;
      /** Id of the dependent task */
      taskId?: string;
      /** Id of the task that must be done first */
      dependencyTaskId?: string;
      /** When it was created, Unix milliseconds */
      createdAt?: number;
    };
    errors: "tasks.task_not_found";
  };
  /**
   * Remove a dependency
   * The task becomes ready if no other dependency is unfinished.
   * Scope: tasks:write
   */
  "tasks.deps.remove": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the dependent task */
      taskId: string;
      /** Id of the task that must be done first */
      dependencyTaskId: string;
    };
    output: {
      /** The task */
      task: Task;
      /** Whether anything changed */
      changed: boolean;
    };
    errors: "tasks.task_not_found";
  };
  /**
   * Mark a task as done
   * Dependents no longer wait for it. A tasks.task.ready event is emitted for each task that can start now.
   * Scope: tasks:write
   */
  "tasks.done": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** Summary of the result */
      summary?: string;
    };
    output: {
      /** The task */
      task: Task;
    };
    errors: "tasks.task_archived" | "tasks.task_not_found" | "tasks.wrong_status";
  };
  /**
   * Mark a task as failed
   * Dependents keep waiting until the task is reopened and done, or the dependency is removed.
   * Scope: tasks:write
   */
  "tasks.fail": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** Reason, for people who read it later */
      reason?: string;
    };
    output: {
      /** The task */
      task: Task;
    };
    errors: "tasks.task_archived" | "tasks.task_not_found" | "tasks.wrong_status";
  };
  /**
   * List tasks, newest first
   * Instructions are omitted; tasks.show returns them. With ready: true, tasks are sorted as in tasks.ready.
   * Scope: tasks:read
   */
  "tasks.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only items whose id or title begins with this text */
      name?: string;
      /** Only tasks with this status */
      status?: "open" | "active" | "blocked" | "done" | "failed";
      /** Assignee as type:id, for example agent:main or user:ann */
      assignee?: string;
      /** true for tasks that can start now, false for tasks that cannot */
      ready?: boolean;
      /** A tag */
      tag?: string;
      /** Only tasks with this priority */
      priority?: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Only subtasks of this task */
      parent?: string;
      /** Only tasks of this project, by its id or slug */
      projectId?: string;
      /** Only tasks due before this time: Unix milliseconds like 1795255200000, or ISO 8601 with an offset like 2026-11-21T10:00:00+01:00 */
      dueBefore?: string | number;
      /** Only tasks due at or after this time: Unix milliseconds like 1795255200000, or ISO 8601 with an offset like 2026-11-21T10:00:00+01:00 */
      dueAfter?: string | number;
      /** newest: newest first (default); due: by due time, tasks without a due time last; priority: most urgent first, then oldest */
      order?: "newest" | "due" | "priority";
      /** Return archived tasks instead of the others */
      archived?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, title, status, priority, profile, assignee, parent, projectId, dueAt, tags, idempotencyKey, summary, reason, createdBy, startedBy, createdAt, updatedAt, startedAt, finishedAt, archivedAt, revision, commentCount, readiness */
      fields?: string;
    };
    output: {
      /** The items of this page */
      tasks: Partial<TaskItem>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<TaskItem>;
    errors: "tasks.project_not_found";
  };
  /**
   * Create a profile from a preset
   * Writes a manifest and its templates to the workspace or user catalog. Existing files are never overwritten. A workspace profile overrides profiles of the user, plugins and Postern with the same id.
   * Scope: tasks:write
   */
  "tasks.profiles.init": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the profile */
      profileId: string;
      /** Preset of the new profile (default: "doc-first") */
      preset?: "doc-first" | "brainstorm" | "runtime-only" | "content";
      /** Catalog of the profile (default: "workspace") */
      source?: "workspace" | "user";
    };
    output: {
      /** The profile */
      profile: TaskProfile;
      /** Preset of the new profile */
      preset: "doc-first" | "brainstorm" | "runtime-only" | "content";
      /** Files written to the folder of the profile */
      files: string[];
    };
    errors: "tasks.catalog_full" | "tasks.catalog_refused" | "tasks.catalog_unknown" | "tasks.catalog_unwritable" | "tasks.profile_exists";
  };
  /**
   * List profiles, with overridden ones hidden
   * Workspace profiles override profiles of the user, plugins and Postern. Invalid manifests and catalogs are reported in diagnostics and still override profiles with the same id. tasks.profiles.validate also checks templates.
   * Scope: tasks:read
   */
  "tasks.profiles.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Only profiles of this level, including overridden ones */
      source?: "system" | "plugin" | "user" | "workspace";
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, description, source, plugin, path, shadows, runtime */
      fields?: string;
    };
    output: {
      /** The items of this page */
      profiles: Partial<TaskProfile>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
      /** Problems of all profiles, not only of this page; absent if there are none */
      diagnostics?: TaskProfileDiagnostic[];
    };
    item: Partial<TaskProfile>;
    errors: "tasks.catalog_unknown";
  };
  /**
   * List presets for new profiles
   * Each preset is also available as a profile with the same id.
   * Scope: tasks:read
   */
  "tasks.profiles.presets": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, name, description, files, isDefault */
      fields?: string;
    };
    output: {
      /** The items of this page */
      presets: Partial<TaskProfilePreset>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<TaskProfilePreset>;
    errors: never;
  };
  /**
   * Remove a profile and all files in its folder
   * Removes the effective profile, or with source the profile in that catalog. A profile it overrode becomes effective again. Invalid profiles can be removed too. Symbolic links are removed, never their targets.
   * Scope: tasks:write
   */
  "tasks.profiles.remove": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Id of the profile */
      profileId: string;
      /** Catalog of the profile */
      source?: "workspace" | "user";
    };
    output: {
      /** Whether it was removed */
      removed: boolean;
      /** Id of the profile */
      profileId: string;
      /** Catalog of the profile */
      source: "workspace" | "user";
      /** Level of the profile now effective for this id */
      uncovered?: "system" | "plugin" | "user" | "workspace";
    };
    errors: "tasks.catalog_refused" | "tasks.catalog_unknown" | "tasks.catalog_unwritable" | "tasks.profile_not_found" | "tasks.profile_shipped";
  };
  /**
   * Render the templates of a profile for a task
   * Returns the texts for the agent that works on the task. Uses the profile of the task by default. Placeholders in the text of the task itself are not expanded.
   * Scope: tasks:read
   */
  "tasks.profiles.render": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** Id of the profile */
      profileId?: string;
      /** Values for the inputs of the profile, by name (default: {}) */
      inputs?: Record<string, string>;
    };
    output: {
      /** Id of the task */
      taskId: string;
      /** The profile */
      profile: TaskProfile;
      /** The rendered templates, by name */
      templates: Record<string, {
        /** Name of the template file */
        file: string;
        /** The rendered text */
        text: string;
      }>;
      /** Conditions that must hold before the task is done; absent if the profile has none */
      checks?: TaskProfileCheck[];
    };
    errors: "tasks.catalog_refused" | "tasks.no_profile" | "tasks.profile_broken" | "tasks.profile_not_found" | "tasks.rendering_too_long" | "tasks.task_not_found";
  };
  /**
   * Show the manifest and templates of a profile
   * With `source`, shows the profile of that level, even if another level overrides it.
   * Scope: tasks:read
   */
  "tasks.profiles.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the profile */
      profileId: string;
      /** Level to read; by default the highest level with the profile */
      source?: "system" | "plugin" | "user" | "workspace";
    };
    output: {
      /** The profile */
      profile: TaskProfileDetails;
      /** Problems of its templates; absent if there are none */
      diagnostics?: TaskProfileDiagnostic[];
    };
    errors: "tasks.catalog_refused" | "tasks.catalog_unknown" | "tasks.profile_broken" | "tasks.profile_not_found";
  };
  /**
   * Validate the manifests and templates of profiles
   * Checks one profile at every level, or all profiles, including templates and overridden profiles. Problems are reported by file, line and column. A profile with errors cannot be used; warnings do not prevent its use.
   * Scope: tasks:read
   */
  "tasks.profiles.validate": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the profile */
      profileId?: string;
      /** Only profiles of this level */
      source?: "system" | "plugin" | "user" | "workspace";
    };
    output: {
      /** Whether there are no errors */
      valid: boolean;
      /** Same as valid; if false, the command line exits with status 1 */
      success: boolean;
      /** Number of profiles checked */
      checked: number;
      /** Problems found */
      diagnostics: TaskProfileDiagnostic[];
      /** Whether validation stopped after 1000 diagnostics */
      truncated?: boolean;
    };
    errors: "tasks.catalog_refused" | "tasks.catalog_unknown" | "tasks.profile_not_found";
  };
  /**
   * List tasks that can start now, highest priority first
   * Open tasks whose dependencies are all done. Tasks of the same priority are sorted oldest first.
   * Scope: tasks:read
   */
  "tasks.ready": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Assignee as type:id, for example agent:main or user:ann */
      assignee?: string;
      /** A tag */
      tag?: string;
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Only subtasks of this task */
      parent?: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: id, title, status, priority, profile, assignee, parent, projectId, dueAt, tags, idempotencyKey, summary, reason, createdBy, startedBy, createdAt, updatedAt, startedAt, finishedAt, archivedAt, revision, commentCount, readiness */
      fields?: string;
    };
    output: {
      /** The items of this page */
      tasks: Partial<TaskItem>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<TaskItem>;
    errors: never;
  };
  /**
   * Release an active or blocked task, so that it is open again
   * Use it if work on the task stops, or if the blocker is gone and anyone may start it.
   * Scope: tasks:write
   */
  "tasks.release": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
    };
    output: {
      /** The task */
      task: Task;
    };
    errors: "tasks.task_archived" | "tasks.task_not_found" | "tasks.wrong_status";
  };
  /**
   * Reopen a done or failed task
   * Tasks that depend on it wait again, except those that are already active.
   * Scope: tasks:write
   */
  "tasks.reopen": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
    };
    output: {
      /** The task */
      task: Task;
    };
    errors: "tasks.task_archived" | "tasks.task_not_found" | "tasks.wrong_status";
  };
  /**
   * Show a task and its readiness
   * `readiness` says whether the task can start and which tasks it waits for. `children` counts its subtasks by status.
   * Scope: tasks:read
   */
  "tasks.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
    };
    output: {
      /** The task */
      task: {
        /** Id of the task */
        id: string;
        /** Title in one line */
        title: string;
        /** Status */
        status: "open" | "active" | "blocked" | "done" | "failed";
        /** Priority */
        priority: "low" | "normal" | "high" | "urgent";
        /** Id of the profile that defines how the task is worked on */
        profile?: string;
        /** Assignee as type:id */
        assignee?: string;
        /** Id of the parent task */
        parent?: string;
        /** Id of the project that it belongs to */
        projectId?: string;
        /** When it is due, Unix milliseconds */
        dueAt?: number;
        /** Tags */
        tags: string[];
        /** The key passed by the caller that created it */
        idempotencyKey?: string;
        /** Summary of the result, once it is done */
        summary?: string;
        /** Why it is blocked or failed */
        reason?: string;
        /** Who created it */
        createdBy: string;
        /** Who started it */
        startedBy?: string;
        /** When it was created, Unix milliseconds */
        createdAt: number;
        /** When it was last changed, Unix milliseconds */
        updatedAt: number;
        /** When it was started, Unix milliseconds */
        startedAt?: number;
        /** When it was completed or failed, Unix milliseconds */
        finishedAt?: number;
        /** When it was archived, Unix milliseconds */
        archivedAt?: number;
        /** Number of the revision, starting at 1 */
        revision: number;
        /** Number of comments */
        commentCount: number;
        /** Whether the task can start, and which dependencies are not done */
        readiness: TaskReadiness;
        /** Instructions for the assignee */
        instructions?: string;
        /** Number of dependencies, including done ones */
        dependencyCount: number;
        /** Number of tasks that depend on it */
        dependentCount: number;
        /** Number of subtasks by status, without archived ones */
        children: TaskChildren;
      };
    };
    errors: "tasks.task_not_found";
  };
  /**
   * Start a task
   * The task must be open or blocked, and all its dependencies must be done. If several callers try, only one succeeds.
   * Scope: tasks:write
   */
  "tasks.start": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
    };
    output: {
      /** The task */
      task: Task;
    };
    errors: "tasks.not_ready" | "tasks.task_archived" | "tasks.task_not_found" | "tasks.wrong_status";
  };
  /**
   * Restore an archived task
   * The task keeps its status, comments and dependencies.
   * Scope: tasks:write
   */
  "tasks.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
    };
    output: {
      /** The task */
      task: Task;
      /** Whether anything changed */
      changed: boolean;
    };
    errors: "tasks.task_not_found";
  };
  /**
   * Update a task
   * Omitted fields stay unchanged. An empty text or an empty array clears a field.
   * Scope: tasks:write
   */
  "tasks.update": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Id of the task */
      taskId: string;
      /** Title in one line */
      title?: string;
      /** Instructions for the assignee; an empty text means none */
      instructions?: string;
      /** Priority */
      priority?: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on; an empty text clears it */
      profile?: string;
      /** Assignee as type:id; an empty text clears it */
      assignee?: string;
      /** Id of the parent task; an empty text clears it */
      parent?: string;
      /** Id or slug of the project that it belongs to; an empty text clears it */
      projectId?: string;
      /** When it is due; an empty text clears it: Unix milliseconds like 1795255200000, or ISO 8601 with an offset like 2026-11-21T10:00:00+01:00 */
      dueAt?: string | number;
      /** Accept a profile that does not exist, for a plugin that is not enabled yet */
      allowUnknown?: boolean;
      /** Tags */
      tags?: string[];
      /** Reject the update if the task is at another revision. At least 1 */
      expectedRevision?: number | string;
    };
    output: {
      /** The task */
      task: Task;
    };
    errors: "tasks.catalog_refused" | "tasks.parent_cycle" | "tasks.profile_unknown" | "tasks.project_not_found" | "tasks.revision_mismatch" | "tasks.task_archived" | "tasks.task_not_found" | "tasks.too_deep";
  };
  /**
   * Archive a widget
   * An archived widget is not listed or served and accepts no new versions. Unarchive it with `widgets.unarchive`.
   * Scope: widgets:write
   */
  "widgets.archive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Reference of the widget, `<scope>/<slug>` */
      ref: string;
    };
    output: {
      /** The widget */
      item: Widget;
    };
    errors: "widgets.project_not_found" | "widgets.widget_not_found";
  };
  /**
   * Check a widget's folder
   * Runs the checks of a publish without publishing. Errors in `diagnostics` prevent a publish, warnings do not.
   * Scope: widgets:read
   */
  "widgets.check": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Folder of the widget, relative to the workspace, or only its name with `files`; on the command line, relative to the current directory */
      dir: string;
      /** Uploaded files, instead of the files in the workspace */
      files?: WidgetSentFile[];
    };
    output: {
      /** Whether the folder can be published */
      success: boolean;
      /** Path of the folder, relative to the workspace */
      dir: string;
      /** Number of files that would be published */
      files: number;
      /** Total size in bytes */
      bytes: number;
      /** Hash of the paths and contents of all files */
      contentHash: string;
      /** Errors and warnings */
      diagnostics: WidgetDiagnostic[];
    };
    errors: "widgets.folder_refused" | "widgets.no_workspace" | "widgets.part_not_found";
  };
  /**
   * Create a folder for a new widget
   * The folder gets a `widget.html` and a `widget.json`, ready to publish. Existing files are not overwritten.
   * Scope: widgets:write
   */
  "widgets.init": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Folder of the widget, relative to the workspace; on the command line, relative to the current directory */
      dir: string;
      /** Name in the library: lowercase letters, digits and dashes; by default made from the folder's name */
      slug?: string;
      /** Name of the widget for people */
      name?: string;
    };
    output: {
      /** Path of the folder, relative to the workspace */
      dir: string;
      /** Slug of the widget */
      slug: string;
      /** Name of the widget */
      name: string;
      /** Files that were created */
      files: string[];
    };
    errors: "widgets.folder_refused" | "widgets.folder_taken" | "widgets.no_workspace";
  };
  /**
   * Create a URL that opens a widget in a browser
   * The URL contains a ticket instead of a key. It opens this widget for 15 minutes with the rights of the caller's key. Without a version in `ref`, it opens the newest version.
   * Scope: widgets:read
   */
  "widgets.link": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Reference of the widget, `<scope>/<slug>` or `<scope>/<slug>@<version>` */
      ref: string;
    };
    output: {
      /** URL of the widget */
      url: string;
      /** Path of the URL, for gateways with several addresses */
      path: string;
      /** Expiry time in Unix milliseconds */
      expiresAt: number;
    };
    errors: "widgets.project_not_found" | "widgets.version_not_found" | "widgets.widget_archived" | "widgets.widget_not_found";
  };
  /**
   * List widgets
   * The list can be filtered by scope. With `archived`, only archived widgets are listed.
   * Scope: widgets:read
   */
  "widgets.list": {
    kind: "query";
    dryRun: "never";
    input: {
      /** List only widgets of `org`, or of the project with this slug */
      scope?: string;
      /** List archived widgets instead of active ones (default: false) */
      archived?: boolean;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: ref, version, name, description, kind, externalAllowed, scope, project, slug, contentHash, archived, publishedAt, publishedBy, updatedAt */
      fields?: string;
    };
    output: {
      /** The items of this page */
      items: Partial<Widget>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<Widget>;
    errors: "widgets.project_not_found";
  };
  /**
   * Publish a folder as the next version of a widget
   * The folder is checked first. If it has errors, nothing is published, and the answer is `success: false` with the diagnostics. Publishing the same content again creates no version and returns `unchanged: true`. Names that start with a dot and node_modules are not published.
   * Scope: widgets:write
   */
  "widgets.publish": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Folder of the widget, relative to the workspace, or only its name with `files`; on the command line, relative to the current directory */
      dir: string;
      /** Uploaded files, instead of the files in the workspace */
      files?: WidgetSentFile[];
      /** `org` or the slug of a project; by default the current project, or `org` if there is none */
      scope?: string;
      /** Name in the library: lowercase letters, digits and dashes; by default made from the folder's name */
      slug?: string;
      /** Name of the widget for people; by default the `name` in widget.json, or the slug */
      name?: string;
      /** Note about this version */
      note?: string;
    };
    output: {
      /** Whether the folder has no errors */
      success: boolean;
      /** Reference of the widget, `<scope>/<slug>` */
      ref: string;
      /** Newest version; 0 if none was published */
      version: number;
      /** Whether no version was created, because of errors or unchanged content */
      unchanged: boolean;
      /** Hash of the paths and contents of all files in the folder */
      contentHash: string;
      /** The widget */
      item: Widget;
      /** Errors and warnings */
      diagnostics: WidgetDiagnostic[];
    };
    errors: "widgets.folder_changed" | "widgets.folder_refused" | "widgets.no_workspace" | "widgets.part_not_found" | "widgets.project_archived" | "widgets.project_not_found" | "widgets.widget_archived";
  };
  /**
   * Restore an earlier version of a widget as its next version
   * No version is removed, so a rollback can be rolled back.
   * Scope: widgets:write
   */
  "widgets.rollback": {
    kind: "command";
    dryRun: "always";
    input: {
      /** Reference of the widget, `<scope>/<slug>` */
      ref: string;
      /** Version to restore. From 1 to 999999999 */
      toVersion: number | string;
      /** Note about this version */
      note?: string;
    };
    output: {
      /** Whether the call succeeded */
      success: boolean;
      /** Reference of the widget, `<scope>/<slug>` */
      ref: string;
      /** Newest version */
      version: number;
      /** Whether the newest version already has this content */
      unchanged: boolean;
      /** Hash of the paths and contents of all files */
      contentHash: string;
      /** The widget */
      item: Widget;
    };
    errors: "widgets.project_not_found" | "widgets.version_not_found" | "widgets.widget_archived" | "widgets.widget_not_found";
  };
  /**
   * Show a widget and the files of a version
   * Without `version`, the newest version is shown.
   * Scope: widgets:read
   */
  "widgets.show": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Reference of the widget, `<scope>/<slug>` or `<scope>/<slug>@<version>` */
      ref: string;
      /** Version to show; by default the newest. From 1 to 999999999 */
      version?: number | string;
    };
    output: {
      /** The widget */
      item: Widget;
      /** The version */
      version: WidgetVersion;
      /** Files of the version */
      files: WidgetFile[];
    };
    errors: "widgets.project_not_found" | "widgets.version_not_found" | "widgets.widget_not_found";
  };
  /**
   * Unarchive a widget
   * The widget is listed and served again, with all its versions.
   * Scope: widgets:write
   */
  "widgets.unarchive": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Reference of the widget, `<scope>/<slug>` */
      ref: string;
    };
    output: {
      /** The widget */
      item: Widget;
    };
    errors: "widgets.project_not_found" | "widgets.widget_not_found";
  };
  /**
   * Upload parts of files for a check or publish
   * For a folder that the gateway cannot read: split each file into parts of up to 1 MiB, upload them, and list the parts of each file in `files` of widgets.check or widgets.publish. A part can only be used by its uploader and is kept for at least one hour. Uploading the same part again is idempotent.
   * Scope: widgets:write
   */
  "widgets.upload": {
    kind: "command";
    dryRun: "never";
    input: {
      /** Parts of files, in any order */
      parts: string[];
      /** Scope of the later publish; required for a key limited to a scope */
      scope?: string;
    };
    output: {
      /** Names of the parts, in the order of the input */
      parts: string[];
      /** Total size in bytes */
      bytes: number;
    };
    errors: "widgets.part_refused";
  };
  /**
   * List the versions of a widget, newest first
   * Every publish and every rollback creates a version.
   * Scope: widgets:read
   */
  "widgets.versions": {
    kind: "query";
    dryRun: "never";
    input: {
      /** Reference of the widget, `<scope>/<slug>` */
      ref: string;
      /** Maximum number of entries to return. From 1 to 500 (default: "50") */
      limit?: number | string;
      /** Number of entries to skip. At least 0 (default: "0") */
      offset?: number | string;
      /** Return only these members of each item, separated by commas: version, contentHash, name, description, kind, externalAllowed, note, restores, files, bytes, publishedAt, publishedBy */
      fields?: string;
    };
    output: {
      /** The items of this page */
      versions: Partial<WidgetVersion>[];
      /** Total number of items, counted up to 10,000 */
      total: number;
      /** True if there are more items than `total` */
      totalCapped?: boolean;
      /** Maximum number of items on a page */
      limit: number;
      /** Number of items that were skipped */
      offset: number;
      /** The `offset` of the next page; absent on the last page */
      nextOffset?: number;
      /** Number of counted items that cannot be shown because their records are damaged */
      unreadable?: number;
    };
    item: Partial<WidgetVersion>;
    errors: "widgets.project_not_found" | "widgets.widget_not_found";
  };
}

/** The data of each event by its type. */
export interface Events {
  /** An agent was archived */
  "agents.agent.archived": {
    agent: Agent;
  };
  /** An agent was created */
  "agents.agent.created": {
    agent: Agent;
  };
  /** An agent was restored from the archive */
  "agents.agent.unarchived": {
    agent: Agent;
  };
  /** An agent was changed */
  "agents.agent.updated": {
    agent: Agent;
  };
  /** A turn was answered */
  "agents.turn.answered": {
    /** Turn id */
    turnId: string;
    /** Agent id */
    agentId: string;
    /** Chat id */
    chatId: string;
    /** Message that answers the turn; absent if there is none */
    messageId?: string;
  };
  /** A turn was claimed to be answered */
  "agents.turn.claimed": {
    /** Turn id */
    turnId: string;
    /** Agent id */
    agentId: string;
    /** Chat id */
    chatId: string;
    /** How often the turn was claimed */
    attempt: number;
  };
  /** Messages for an agent were discarded without an answer */
  "agents.turn.discarded": {
    /** Turn id */
    turnId: string;
    /** Agent id */
    agentId: string;
    /** Chat id */
    chatId: string;
    /** Number of messages that were discarded */
    messages: number;
  };
  /** A turn was not claimed in time */
  "agents.turn.expired": {
    /** Turn id */
    turnId: string;
    /** Agent id */
    agentId: string;
    /** Chat id */
    chatId: string;
  };
  /** A turn could not be answered and is not tried again */
  "agents.turn.failed": {
    /** Turn id */
    turnId: string;
    /** Agent id */
    agentId: string;
    /** Chat id */
    chatId: string;
    /** How often the turn was claimed */
    attempts: number;
    /** Why the last attempt failed */
    reason: string;
  };
  /** A turn of an agent is ready, with the messages of one chat in order */
  "agents.turn.ready": {
    /** Turn id */
    turnId: string;
    /** Agent id */
    agentId: string;
    /** Chat id */
    chatId: string;
    /** Messages of the turn, in order */
    messages: Record<string, unknown>[];
  };
  /** A message was added */
  "agentx.message.added": {
    message: CodingMessage;
  };
  /** Text was appended to a message */
  "agentx.message.appended": {
    /** Session id */
    session: string;
    /** Turn id */
    turn: string;
    /** Number of the message */
    number: number;
    /** Kind of message */
    kind: string;
    /** Length of the text before, in UTF-16 code units */
    from: number;
    /** Text that was appended */
    text: string;
  };
  /** A message about a tool call or plan changed */
  "agentx.message.updated": {
    message: CodingMessage;
  };
  /** A permission request was answered */
  "agentx.permission.answered": {
    permission: Permission;
  };
  /** A permission request was closed without an answer */
  "agentx.permission.closed": {
    permission: Permission;
  };
  /** A permission request was created */
  "agentx.permission.requested": {
    permission: Permission;
  };
  /** A session was archived */
  "agentx.session.archived": {
    session: CodingSession;
  };
  /** A session was created */
  "agentx.session.created": {
    session: CodingSession;
  };
  /** A session lost its agent; `reason` says why */
  "agentx.session.gone": {
    session: CodingSession;
  };
  /** A session was deleted with its messages, turns and permission requests */
  "agentx.session.removed": {
    session: CodingSession;
  };
  /** A session was restored from the archive */
  "agentx.session.unarchived": {
    session: CodingSession;
  };
  /** A session changed */
  "agentx.session.updated": {
    session: CodingSession;
  };
  /** A turn was added */
  "agentx.turn.added": {
    turn: CodingTurn;
  };
  /** A turn ended: done, cancelled or failed */
  "agentx.turn.finished": {
    turn: CodingTurn;
  };
  /** A turn started */
  "agentx.turn.started": {
    turn: CodingTurn;
  };
  /** A command was approved */
  "approvals.approval.approved": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
    by: string;
    note?: string;
  };
  /** A proposal was denied */
  "approvals.approval.denied": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
    by: string;
    note?: string;
  };
  /** An approved command was executed */
  "approvals.approval.executed": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
  };
  /** A proposal expired without a decision */
  "approvals.approval.expired": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
  };
  /** An approved command failed, or its outcome is unclear */
  "approvals.approval.failed": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
    code: string;
    message: string;
    unclear?: boolean;
  };
  /** A command was proposed and waits for approval */
  "approvals.approval.requested": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
  };
  /** The plan of a proposal has changed since it was shown, so it was not executed */
  "approvals.approval.stale": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
    changes: {
      /** Place in the plan */
      path: string;
      /** Value in the plan that was shown; absent if it is new */
      before?: unknown;
      /** Value in the plan of now; absent if it was removed */
      after?: unknown;
    }[];
    reason?: string;
  };
  /** An approver approved a command that needs more approvals */
  "approvals.approval.voted": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
    by: string;
    note?: string;
    votes: number;
  };
  /** A proposal was withdrawn by its requester */
  "approvals.approval.withdrawn": {
    approval: {
      /** Id of the approval */
      id: string;
      /** Kind: a command, or a permission request of a coding agent */
      kind: "command" | "permission";
      /** Status of the approval */
      status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
      /** Id of the operation */
      operation: string;
      /** What the command does */
      summary: string;
      /** External systems that the command reaches */
      effects: string[];
      /** Who proposed the command */
      requester: {
        /** Id of the context */
        contextId: string;
        /** Name of the context */
        label: string;
        /** Id of its agent */
        agentId?: string;
        /** Ids of the contexts that it was derived from, nearest first */
        lineage: string[];
      };
      /** Why the requester wants it */
      reason?: string;
      /** Digest of the plan: pass it to approve exactly this plan */
      digest: string;
      /** Time at which it expires, in Unix milliseconds */
      expiresAt: number;
      /** Number of required approvals */
      quorum: number;
    };
  };
  /** An execution failed permanently */
  "approvals.executions.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** The code of an identity was sent in its chat, and waits for the confirmation */
  "approvals.identity.answered": {
    identity: ApprovalIdentity;
  };
  /** A sender in a chat was confirmed and decides approvals from now on */
  "approvals.identity.bound": {
    identity: ApprovalIdentity;
  };
  /** A code was made that a person sends in a chat, to decide approvals there */
  "approvals.identity.offered": {
    identity: ApprovalIdentity;
  };
  /** The replies of an identity are ignored for a while, because of wrong codes */
  "approvals.identity.paused": {
    identity: ApprovalIdentity;
  };
  /** An identity ended */
  "approvals.identity.removed": {
    identity: ApprovalIdentity;
    /** Why it ended */
    reason: "removed" | "expired" | "wrong_codes";
  };
  /** An identity was updated */
  "approvals.identity.updated": {
    identity: ApprovalIdentity;
  };
  /** A notice failed permanently */
  "approvals.notices.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A policy was created */
  "approvals.policy.created": {
    policy: ApprovalPolicy;
  };
  /** A policy was removed */
  "approvals.policy.removed": {
    policy: ApprovalPolicy;
  };
  /** A policy was changed, moved, enabled or disabled */
  "approvals.policy.updated": {
    policy: ApprovalPolicy;
  };
  /** A reply failed permanently */
  "approvals.replies.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A request was cancelled */
  "audio.request.cancelled": {
    request: SpeechRequestState;
  };
  /** A client claimed a request for playback */
  "audio.request.claimed": {
    request: SpeechRequestState;
  };
  /** A request was delayed; `error` says why */
  "audio.request.delayed": {
    request: SpeechRequestState;
  };
  /** The generation or playback of a request failed */
  "audio.request.failed": {
    request: SpeechRequestState;
  };
  /** A request was played */
  "audio.request.played": {
    request: SpeechRequestState;
  };
  /** A speech request was published */
  "audio.request.published": SpeechRequest;
  /** The sound of a request is ready */
  "audio.request.ready": {
    request: SpeechRequestState;
  };
  /** A request was deleted with its text and sound, by a caller or because of its age */
  "audio.request.removed": {
    /** Request id */
    id: string;
  };
  /** A request was retried */
  "audio.request.retried": {
    request: SpeechRequestState;
  };
  /** A worker started to generate the sound of a request */
  "audio.request.started": {
    request: SpeechRequestState;
  };
  /** A work entry failed permanently */
  "audio.work.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** The worker of a provider was resumed */
  "audio.worker.resumed": {
    provider: "local" | "voiceprovider";
    /** Id of the credential connection */
    connectionId?: string;
  };
  /** The worker of a provider was stopped */
  "audio.worker.stopped": {
    provider: "local" | "voiceprovider";
    /** Id of the credential connection */
    connectionId?: string;
    /** Machine-readable reason */
    code: string;
    /** Why the worker was stopped */
    reason: string;
  };
  /** An agent was asked to fill in a value of a row with bases.rows.update */
  "bases.agent.requested": {
    baseId: string;
    row: string;
    /** Key of the property */
    property: string;
    agentId: string;
    instructions: string;
    /** Values of the input properties, by key */
    inputs: Record<string, unknown>;
  };
  /** A base was archived */
  "bases.base.archived": {
    base: {
      /** Id of the base */
      id: string;
      /** Name of the base */
      name: string;
      /** Name of the base in addresses */
      slug: string;
      /** A description for people; empty if unknown (default: "") */
      description: string;
      /** An emoji or a word; empty if unknown (default: "") */
      icon: string;
      /** Id of the organization; empty if unknown (default: "") */
      organizationId: string;
      /** Id of the project; empty if the base belongs to no project (default: "") */
      projectId: string;
      /** Status of the base */
      status: "active" | "archived";
      /** IANA name of the time zone; UTC if none is set (default: "UTC") */
      timezone: string;
      /** Number of active rows */
      rowCount: number;
      /** Version of the schema */
      schemaVersion: number;
      /** Version of the base, incremented by every change */
      version: number;
      /** Time in ISO 8601, UTC */
      createdAt: string;
      /** Time in ISO 8601, UTC */
      updatedAt: string;
    };
  };
  /** A base was created */
  "bases.base.created": {
    base: {
      /** Id of the base */
      id: string;
      /** Name of the base */
      name: string;
      /** Name of the base in addresses */
      slug: string;
      /** A description for people; empty if unknown (default: "") */
      description: string;
      /** An emoji or a word; empty if unknown (default: "") */
      icon: string;
      /** Id of the organization; empty if unknown (default: "") */
      organizationId: string;
      /** Id of the project; empty if the base belongs to no project (default: "") */
      projectId: string;
      /** Status of the base */
      status: "active" | "archived";
      /** IANA name of the time zone; UTC if none is set (default: "UTC") */
      timezone: string;
      /** Number of active rows */
      rowCount: number;
      /** Version of the schema */
      schemaVersion: number;
      /** Version of the base, incremented by every change */
      version: number;
      /** Time in ISO 8601, UTC */
      createdAt: string;
      /** Time in ISO 8601, UTC */
      updatedAt: string;
    };
  };
  /** A base was unarchived */
  "bases.base.unarchived": {
    base: {
      /** Id of the base */
      id: string;
      /** Name of the base */
      name: string;
      /** Name of the base in addresses */
      slug: string;
      /** A description for people; empty if unknown (default: "") */
      description: string;
      /** An emoji or a word; empty if unknown (default: "") */
      icon: string;
      /** Id of the organization; empty if unknown (default: "") */
      organizationId: string;
      /** Id of the project; empty if the base belongs to no project (default: "") */
      projectId: string;
      /** Status of the base */
      status: "active" | "archived";
      /** IANA name of the time zone; UTC if none is set (default: "UTC") */
      timezone: string;
      /** Number of active rows */
      rowCount: number;
      /** Version of the schema */
      schemaVersion: number;
      /** Version of the base, incremented by every change */
      version: number;
      /** Time in ISO 8601, UTC */
      createdAt: string;
      /** Time in ISO 8601, UTC */
      updatedAt: string;
    };
  };
  /** A base was updated */
  "bases.base.updated": {
    base: {
      /** Id of the base */
      id: string;
      /** Name of the base */
      name: string;
      /** Name of the base in addresses */
      slug: string;
      /** A description for people; empty if unknown (default: "") */
      description: string;
      /** An emoji or a word; empty if unknown (default: "") */
      icon: string;
      /** Id of the organization; empty if unknown (default: "") */
      organizationId: string;
      /** Id of the project; empty if the base belongs to no project (default: "") */
      projectId: string;
      /** Status of the base */
      status: "active" | "archived";
      /** IANA name of the time zone; UTC if none is set (default: "UTC") */
      timezone: string;
      /** Number of active rows */
      rowCount: number;
      /** Version of the schema */
      schemaVersion: number;
      /** Version of the base, incremented by every change */
      version: number;
      /** Time in ISO 8601, UTC */
      createdAt: string;
      /** Time in ISO 8601, UTC */
      updatedAt: string;
    };
  };
  /** A chart was created */
  "bases.chart.created": {
    chart: Chart;
  };
  /** A chart was removed */
  "bases.chart.removed": {
    chart: Chart;
  };
  /** A chart was updated */
  "bases.chart.updated": {
    chart: Chart;
  };
  /** An import was finished */
  "bases.import.finished": {
    importId: string;
    baseId: string;
    /** Number of rows created */
    created: number;
    /** Number of lines skipped */
    skipped: number;
  };
  /** A background import created a portion of its rows */
  "bases.import.progressed": {
    importId: string;
    baseId: string;
    /** Number of rows created so far */
    rows: number;
    /** Number of rows to create */
    of: number;
  };
  /** A background import was started */
  "bases.import.started": {
    importId: string;
    baseId: string;
    /** Number of rows to create */
    of: number;
  };
  /** An import was undone, and its rows were removed */
  "bases.import.undone": {
    importId: string;
    baseId: string;
    /** Number of rows removed */
    removed: number;
    reason?: string;
  };
  /** An import failed permanently */
  "bases.imports.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** All rows of a base were converted to a property's new type */
  "bases.property.converted": {
    baseId: string;
    propertyId: string;
    converted: number;
    cleared: number;
  };
  /** A property was created */
  "bases.property.created": {
    baseId: string;
    schemaVersion: number;
    property: Property;
    report?: SchemaChangeReport;
  };
  /** A property was deleted */
  "bases.property.deleted": {
    baseId: string;
    schemaVersion: number;
    property: Property;
    report?: SchemaChangeReport;
  };
  /** A property was purged */
  "bases.property.purged": {
    baseId: string;
    schemaVersion: number;
    property: Property;
    report?: SchemaChangeReport;
  };
  /** A property was restored */
  "bases.property.restored": {
    baseId: string;
    schemaVersion: number;
    property: Property;
    report?: SchemaChangeReport;
  };
  /** A property was updated */
  "bases.property.updated": {
    baseId: string;
    schemaVersion: number;
    property: Property;
    report?: SchemaChangeReport;
  };
  /** A row was archived */
  "bases.row.archived": {
    row: Row;
  };
  /** A row was created */
  "bases.row.created": {
    row: Row;
  };
  /** A row was unarchived */
  "bases.row.unarchived": {
    row: Row;
  };
  /** A row was updated */
  "bases.row.updated": {
    row: Row;
  };
  /** Rows were created, changed or removed by an import or a schema change, without separate events */
  "bases.rows.changed": {
    baseId: string;
    /** Ids of the rows */
    rows: string[];
  };
  /** An upkeep entry failed permanently */
  "bases.upkeep.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A view was created */
  "bases.view.created": {
    view: View;
  };
  /** A view was removed */
  "bases.view.removed": {
    view: View;
  };
  /** A view was updated */
  "bases.view.updated": {
    view: View;
  };
  /** An account was created */
  "calendars.account.created": {
    account: CalendarAccount;
  };
  /** An account could not be synchronized with its provider */
  "calendars.account.failed": {
    accountId: string;
    code: string;
    reason: string;
  };
  /** An account was removed; its calendars remain on this gateway */
  "calendars.account.removed": {
    accountId: string;
    /** Principal that owned the account */
    ownerId?: string;
    calendars: number;
    discarded: number;
  };
  /** An account was resumed */
  "calendars.account.resumed": {
    account: CalendarAccount;
  };
  /** An account was stopped until its configuration or connection is fixed */
  "calendars.account.stopped": {
    account: CalendarAccount;
    reason: "unauthorized" | "connection_missing" | "connection_disabled" | "secret_unavailable" | "misconfigured";
  };
  /** An account was synchronized with its provider */
  "calendars.account.synced": {
    accountId: string;
    created: number;
    updated: number;
    deleted: number;
  };
  /** An account was updated */
  "calendars.account.updated": {
    account: CalendarAccount;
  };
  /** A calendar was archived */
  "calendars.calendar.archived": {
    calendarId: string;
  };
  /** A calendar was created */
  "calendars.calendar.created": {
    calendarId: string;
  };
  /** Events were imported into a calendar from iCalendar text */
  "calendars.calendar.imported": {
    calendarId: string;
    created: number;
    updated: number;
    skipped: number;
  };
  /** A calendar was shared with a member, or the access level of a member was changed */
  "calendars.calendar.shared": {
    calendarId: string;
    with: string;
    relation: string;
  };
  /** A calendar was unarchived */
  "calendars.calendar.unarchived": {
    calendarId: string;
  };
  /** A calendar is no longer shared with a member */
  "calendars.calendar.unshared": {
    calendarId: string;
    with: string;
  };
  /** A calendar was updated */
  "calendars.calendar.updated": {
    calendarId: string;
  };
  /** A delivery failed permanently */
  "calendars.deliveries.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** An event was cancelled */
  "calendars.event.cancelled": {
    calendarId: string;
    eventId: string;
    sequence: number;
  };
  /** An event was created */
  "calendars.event.created": {
    calendarId: string;
    eventId: string;
    sequence: number;
  };
  /** The response of an attendee was recorded */
  "calendars.event.responded": {
    calendarId: string;
    eventId: string;
    attendeeId: string;
    responseStatus: "accepted" | "declined" | "tentative" | "needs_action" | "unknown";
    outboxId: string;
  };
  /** An event was restored after cancellation */
  "calendars.event.restored": {
    calendarId: string;
    eventId: string;
    sequence: number;
  };
  /** An event was updated */
  "calendars.event.updated": {
    calendarId: string;
    eventId: string;
    sequence: number;
  };
  /** Several events were changed together, by an import or with their series */
  "calendars.events.changed": {
    calendarId: string;
    eventIds: string[];
  };
  /** An outbox entry was delivered to a provider */
  "calendars.outbox.delivered": {
    outboxId: string;
    accountId: string;
    calendarId: string;
    eventId: string;
    /** Delivery status */
    status: "pending" | "leased" | "sent" | "acked" | "failed" | "dead";
    attemptCount: number;
  };
  /** An outbox entry failed permanently or was discarded */
  "calendars.outbox.died": {
    outboxId: string;
    accountId: string;
    calendarId: string;
    eventId: string;
    attemptCount: number;
    lastErrorCode: string;
  };
  /** A delivery attempt failed and will be retried */
  "calendars.outbox.failed": {
    outboxId: string;
    accountId: string;
    calendarId: string;
    eventId: string;
    attemptCount: number;
    lastErrorCode: string;
    /** When the next attempt is due, Unix milliseconds; absent while the account is stopped */
    nextAttemptAt?: number;
  };
  /** An outbox entry is being retried with its attempt count reset */
  "calendars.outbox.retried": {
    outboxId: string;
    accountId: string;
    calendarId: string;
    eventId: string;
  };
  /** An outbox entry was created for delivery to a provider */
  "calendars.outbox.staged": {
    /** Outbox entry id */
    id: string;
    /** Id of the account */
    accountId: string;
    /** Id of the calendar */
    calendarId: string;
    /** Id of the event */
    eventId: string;
    /** Operation at the provider */
    operation: "create" | "update" | "cancel" | "respond";
    /** Delivery status */
    status: "pending" | "leased" | "sent" | "acked" | "failed" | "dead";
  };
  /** An adapter was created */
  "channels.adapter.created": {
    adapter: ChannelAdapter;
  };
  /** An adapter was disabled */
  "channels.adapter.disabled": {
    adapter: ChannelAdapter;
  };
  /** An adapter was enabled */
  "channels.adapter.enabled": {
    adapter: ChannelAdapter;
  };
  /** An adapter was removed */
  "channels.adapter.removed": {
    adapter: ChannelAdapter;
  };
  /** An adapter was updated */
  "channels.adapter.updated": {
    adapter: ChannelAdapter;
  };
  /** All parts of a message were sent to its platform */
  "channels.message.sent": {
    adapter: string;
    chatId: string;
    messageId: string;
    /** Number of messages sent on the platform */
    parts: number;
  };
  /** An outbox entry failed permanently */
  "channels.outbox.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A chat was disconnected from its platform */
  "channels.place.closed": {
    place: ChannelPlace;
  };
  /** A platform conversation was connected to a chat */
  "channels.place.opened": {
    place: ChannelPlace;
  };
  /** A reaction to a message was added on a platform */
  "channels.reaction.added": {
    reaction: ChannelReaction;
  };
  /** A reaction to a message was removed on a platform */
  "channels.reaction.removed": {
    reaction: ChannelReaction;
  };
  /** The channel runner crashed or could not start */
  "channels.runner.died": {
    pid?: number;
    /** Unix milliseconds */
    at: number;
    reason: string;
    /** Number of crashes its supervisor has seen */
    restarts: number;
  };
  /** The channel runner was started */
  "channels.runner.started": {
    pid: number;
    /** Unix milliseconds */
    startedAt: number;
  };
  /** The channel runner was stopped */
  "channels.runner.stopped": {
    pid: number;
    reason: string;
  };
  /** The status of an adapter changed */
  "channels.status.changed": {
    adapter: string;
    status: "disabled" | "starting" | "connected" | "degraded" | "reconnecting" | "disconnected" | "failed";
    reason?: string;
  };
  /** A chat was archived */
  "chats.chat.archived": {
    chat: Chat;
  };
  /** A chat was created */
  "chats.chat.created": {
    chat: Chat;
  };
  /** A chat was restored from the archive */
  "chats.chat.unarchived": {
    chat: Chat;
  };
  /** A chat was updated */
  "chats.chat.updated": {
    chat: Chat;
  };
  /** A reading list was archived */
  "chats.list.archived": {
    list: ReadingList;
  };
  /** A reading list was created */
  "chats.list.created": {
    list: ReadingList;
  };
  /** A chat was added to a reading list manually, or its priority was changed */
  "chats.list.member.added": {
    listId: string;
    chatId: string;
    source: "manual" | "selector";
    priority: number;
  };
  /** A chat was removed from a reading list manually */
  "chats.list.member.removed": {
    listId: string;
    chatId: string;
    excluded: boolean;
  };
  /** Messages on a reading list were marked as read */
  "chats.list.read": {
    listId: string;
    chatId: string;
    reader: string;
    cursor: ReadCursor;
  };
  /** A reading list was updated from its selector */
  "chats.list.recomputed": {
    listId: string;
    recompute: {
      /** Number of chats added because they match */
      added: number;
      /** Number of chats that match */
      eligible: number;
      /** Number of chats kept because they still match */
      kept: number;
      /** Number of manually added chats, which are always kept */
      preserved: number;
      /** Number of chats removed because they no longer match */
      removed: number;
    };
  };
  /** A reading list was restored from the archive */
  "chats.list.unarchived": {
    list: ReadingList;
  };
  /** A reading list was updated */
  "chats.list.updated": {
    list: ReadingList;
  };
  /** A message was created */
  "chats.message.created": {
    message: ChatMessage;
  };
  /** A message was deleted */
  "chats.message.deleted": {
    message: ChatMessage;
  };
  /** The draft of a message was changed or removed */
  "chats.message.draft": {
    /** Id of the draft */
    draftId: string;
    /** Id of the chat */
    chatId: string;
    /** Id of the author */
    actorId: string;
    /** Number of characters (UTF-16 code units) of the text so far that stay */
    offset: number;
    /** Text that follows those characters */
    text: string;
    /** True if the draft was removed. If its message was created, there is only that event */
    ended: boolean;
  };
  /** A message was restored */
  "chats.message.restored": {
    message: ChatMessage;
  };
  /** A message was updated */
  "chats.message.updated": {
    message: ChatMessage;
  };
  /** A context was created with its key */
  "context.key.derived": {
    contextId: string;
    label: string;
    scopes: string[];
    agentId?: string;
    parentId?: string;
    expiresAt?: number;
  };
  /** A context and its descendants were revoked */
  "context.key.revoked": {
    contextId: string;
    revoked: number;
  };
  /** The key of a context was rotated */
  "context.key.rotated": {
    contextId: string;
    graceUntil?: number;
  };
  /** The secret of a connection was checked with its provider */
  "credentials.connection.checked": {
    connectionId: string;
    connection: string;
    provider: string;
    ok: boolean;
    reason?: string;
  };
  /** A connection was created */
  "credentials.connection.created": {
    connection: Connection;
  };
  /** A connection was disabled */
  "credentials.connection.disabled": {
    connection: Connection;
  };
  /** A connection was enabled */
  "credentials.connection.enabled": {
    connection: Connection;
  };
  /** A connection was removed; groups that hold its secret must drop it */
  "credentials.connection.removed": {
    connectionId: string;
    connection: string;
    provider: string;
  };
  /** A connection was rotated */
  "credentials.connection.rotated": {
    connection: Connection;
  };
  /** A connection was updated */
  "credentials.connection.updated": {
    connection: Connection;
  };
  /** The secret of a connection was used by a group */
  "credentials.connection.used": {
    connectionId: string;
    connection: string;
    provider: string;
    /** Name of the group that used it */
    group: string;
    /** Purpose of the use */
    purpose: string;
  };
  /** The key of the vault was rotated */
  "credentials.vault.rotated": {
    secrets: number;
    unreadable: number;
    keyIn: "keychain" | "file";
  };
  /** A command was executed or failed */
  "gateway.command.executed": {
    operation: string;
    requestId?: string;
    /** `done` or the code of the error */
    outcome: string;
    /** SHA-256 of the input's canonical JSON without secrets, in base64url */
    digest: string;
  };
  /** Requests without a valid key or scope were refused, counted over at most one minute */
  "gateway.requests.refused": {
    /** Context of the key; absent if the key is unknown */
    contextId?: string;
    code: string;
    status: number;
    count: number;
    /** Unix milliseconds */
    since: number;
    /** Unix milliseconds */
    until: number;
  };
  /** A delivery failed permanently */
  "hooks.deliveries.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A hook was created */
  "hooks.hook.created": {
    hook: Hook;
  };
  /** A hook was disabled by a caller, because its target is gone or because its context has ended */
  "hooks.hook.disabled": {
    hook: Hook;
    reason: "asked" | "gone" | "context_ended";
  };
  /** A hook was enabled */
  "hooks.hook.enabled": {
    hook: Hook;
  };
  /** A hook was removed, together with its waiting deliveries */
  "hooks.hook.removed": {
    hookId: string;
    /** Id of the context that created it */
    contextId?: string;
  };
  /** A test event was sent to a hook */
  "hooks.hook.tested": {
    hookId: string;
    deliveryId: string;
  };
  /** A hook was updated */
  "hooks.hook.updated": {
    hook: Hook;
  };
  /** The secret of a hook was rotated; the former secret also signs until its grace period ends */
  "hooks.secret.rotated": {
    hookId: string;
    graceUntil?: number;
  };
  /** A bridge to NATS JetStream was created */
  "jetstream.bridge.created": {
    bridge: JetstreamBridge;
  };
  /** A bridge was disabled by a caller, or because its context has ended */
  "jetstream.bridge.disabled": {
    bridge: JetstreamBridge;
    reason: "asked" | "context_ended";
  };
  /** A bridge was enabled */
  "jetstream.bridge.enabled": {
    bridge: JetstreamBridge;
  };
  /** A bridge was removed */
  "jetstream.bridge.removed": {
    bridgeId: string;
    /** Id of the context that created it */
    contextId: string;
  };
  /** A test event was published by a bridge */
  "jetstream.bridge.tested": {
    bridgeId: string;
    /** Id of the context that created it */
    contextId: string;
  };
  /** A bridge was updated */
  "jetstream.bridge.updated": {
    bridge: JetstreamBridge;
  };
  /** A consumer of commands was created */
  "jetstream.consumer.created": {
    consumer: JetstreamConsumer;
  };
  /** A consumer was disabled by a caller, or because its context has ended */
  "jetstream.consumer.disabled": {
    consumer: JetstreamConsumer;
    reason: "asked" | "context_ended";
  };
  /** A consumer was enabled */
  "jetstream.consumer.enabled": {
    consumer: JetstreamConsumer;
  };
  /** A consumer was removed */
  "jetstream.consumer.removed": {
    consumerId: string;
    /** Id of the context that created it */
    contextId: string;
  };
  /** A consumer was updated */
  "jetstream.consumer.updated": {
    consumer: JetstreamConsumer;
  };
  /** A message became a dead letter */
  "jetstream.message.died": {
    consumerId: string;
    /** Id of the context that created it */
    contextId: string;
    /** Idempotency key of the message */
    messageId: string;
    /** Sequence of the message in its stream */
    sequence: number;
    /** Code of the error */
    code: string;
    /** Whether it was published to the subject for dead letters */
    kept: "published" | "discarded";
  };
  /** A default voice runtime was chosen */
  "meetings.default.chosen": {
    runtimeId: string;
    /** The previously chosen runtime */
    formerId?: string;
  };
  /** The chosen default voice runtime was cleared */
  "meetings.default.cleared": {
    formerId: string;
  };
  /** A project was archived */
  "projects.project.archived": {
    project: Project;
  };
  /** A project was created */
  "projects.project.created": {
    project: Project;
  };
  /** A project was unarchived */
  "projects.project.unarchived": {
    project: Project;
  };
  /** A project was updated */
  "projects.project.updated": {
    project: Project;
    /** The previous slug, if the slug changed */
    formerSlug?: string;
  };
  /** A call profile was created */
  "prox.profile.created": {
    profile: CallProfile;
  };
  /** A call profile was removed */
  "prox.profile.removed": {
    profile: CallProfile;
  };
  /** A call profile was updated */
  "prox.profile.updated": {
    profile: CallProfile;
  };
  /** A responder was created */
  "responders.responder.created": {
    responder: Responder;
  };
  /** A responder was disabled */
  "responders.responder.disabled": {
    responder: Responder;
  };
  /** A responder was enabled */
  "responders.responder.enabled": {
    responder: Responder;
  };
  /** A responder was removed */
  "responders.responder.removed": {
    responder: Responder;
  };
  /** A responder was changed */
  "responders.responder.updated": {
    responder: Responder;
  };
  /** A rule was created */
  "rules.rule.created": {
    rule: Rule;
  };
  /** A rule was disabled by a caller, or because its context has ended */
  "rules.rule.disabled": {
    rule: Rule;
    reason: "asked" | "context_ended";
  };
  /** A rule was enabled */
  "rules.rule.enabled": {
    rule: Rule;
  };
  /** A rule was removed, together with its waiting runs */
  "rules.rule.removed": {
    rule: Rule;
  };
  /** A rule was updated */
  "rules.rule.updated": {
    rule: Rule;
  };
  /** A run of a rule was done, waits for an approval, or failed */
  "rules.run.finished": {
    /** Id of the run */
    runId: string;
    /** Id of the rule */
    ruleId: string;
    /** Id of the context that created the rule */
    contextId: string;
    /** Id of the event that it follows */
    eventId: string;
    /** Type of that event */
    eventType: string;
    /** `done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done. `stopped`: the rule caused its own event, in a loop */
    status: "done" | "pending" | "failed" | "unclear" | "stopped";
    /** Id in the answer of the operation, if there is one */
    resultId?: string;
    /** Id of the approval that it waits for */
    approvalId?: string;
    /** Why it failed */
    error?: string;
  };
  /** The first attempt of a run began */
  "rules.run.started": {
    /** Id of the run */
    runId: string;
    /** Id of the rule */
    ruleId: string;
    /** Id of the context that created the rule */
    contextId: string;
    /** Id of the event that it follows */
    eventId: string;
    /** Type of that event */
    eventType: string;
  };
  /** A run failed permanently */
  "rules.runs.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A run ended, was skipped or was canceled */
  "schedules.run.finished": {
    run: ScheduleRunReference;
    /** Final status */
    status: "done" | "pending" | "failed" | "unclear" | "skipped" | "canceled";
    /** Outcome; absent if it was canceled */
    outcome?: ScheduleRunOutcome;
  };
  /** The first attempt of a run was started */
  "schedules.run.started": {
    run: ScheduleRunReference;
  };
  /** A run failed permanently */
  "schedules.runs.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A schedule was created */
  "schedules.schedule.created": {
    schedule: {
      /** Id of the schedule */
      id: string;
      /** Name of the schedule */
      name: string;
      /** Status of the schedule; `ended`: it has no further due time */
      status: "enabled" | "disabled" | "ended";
      /** Why it is disabled. `key_ended`: its context, or an ancestor, was revoked or expired. `times_invalid`: this machine no longer knows its time zone, or cannot evaluate its rule */
      statusReason?: "asked" | "key_ended" | "times_invalid";
      /** Due times of one kind: `at`, `every`, `cron` or `rrule` */
      when: ScheduleTimes;
      /** IANA time zone of the due times */
      timezone: string;
      /** The last time at which a run may be due, in Unix milliseconds */
      until?: number;
      /** Operation to run */
      action: ScheduleAction;
      /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 */
      missed: "skip" | "once" | "all";
      /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled */
      overlap: "skip" | "queue" | "cancel";
      /** Maximum delay of a run after its due time, in milliseconds */
      jitterMs?: number;
      /** Id of the context that created it */
      createdBy: string;
      /** Id of the context as which it runs its operation */
      contextId: string;
      /** Grants of that context */
      scopes: string[];
      /** When it was created, in Unix milliseconds */
      createdAt: number;
      /** When it was last updated, in Unix milliseconds */
      updatedAt: number;
    };
  };
  /** A schedule was disabled, by a caller or because its key has ended */
  "schedules.schedule.disabled": {
    schedule: {
      /** Id of the schedule */
      id: string;
      /** Name of the schedule */
      name: string;
      /** Status of the schedule; `ended`: it has no further due time */
      status: "enabled" | "disabled" | "ended";
      /** Why it is disabled. `key_ended`: its context, or an ancestor, was revoked or expired. `times_invalid`: this machine no longer knows its time zone, or cannot evaluate its rule */
      statusReason?: "asked" | "key_ended" | "times_invalid";
      /** Due times of one kind: `at`, `every`, `cron` or `rrule` */
      when: ScheduleTimes;
      /** IANA time zone of the due times */
      timezone: string;
      /** The last time at which a run may be due, in Unix milliseconds */
      until?: number;
      /** Operation to run */
      action: ScheduleAction;
      /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 */
      missed: "skip" | "once" | "all";
      /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled */
      overlap: "skip" | "queue" | "cancel";
      /** Maximum delay of a run after its due time, in milliseconds */
      jitterMs?: number;
      /** Id of the context that created it */
      createdBy: string;
      /** Id of the context as which it runs its operation */
      contextId: string;
      /** Grants of that context */
      scopes: string[];
      /** When it was created, in Unix milliseconds */
      createdAt: number;
      /** When it was last updated, in Unix milliseconds */
      updatedAt: number;
    };
    reason: "asked" | "key_ended" | "times_invalid";
  };
  /** A schedule was enabled */
  "schedules.schedule.enabled": {
    schedule: {
      /** Id of the schedule */
      id: string;
      /** Name of the schedule */
      name: string;
      /** Status of the schedule; `ended`: it has no further due time */
      status: "enabled" | "disabled" | "ended";
      /** Why it is disabled. `key_ended`: its context, or an ancestor, was revoked or expired. `times_invalid`: this machine no longer knows its time zone, or cannot evaluate its rule */
      statusReason?: "asked" | "key_ended" | "times_invalid";
      /** Due times of one kind: `at`, `every`, `cron` or `rrule` */
      when: ScheduleTimes;
      /** IANA time zone of the due times */
      timezone: string;
      /** The last time at which a run may be due, in Unix milliseconds */
      until?: number;
      /** Operation to run */
      action: ScheduleAction;
      /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 */
      missed: "skip" | "once" | "all";
      /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled */
      overlap: "skip" | "queue" | "cancel";
      /** Maximum delay of a run after its due time, in milliseconds */
      jitterMs?: number;
      /** Id of the context that created it */
      createdBy: string;
      /** Id of the context as which it runs its operation */
      contextId: string;
      /** Grants of that context */
      scopes: string[];
      /** When it was created, in Unix milliseconds */
      createdAt: number;
      /** When it was last updated, in Unix milliseconds */
      updatedAt: number;
    };
  };
  /** A schedule has no further due time */
  "schedules.schedule.ended": {
    schedule: {
      /** Id of the schedule */
      id: string;
      /** Name of the schedule */
      name: string;
      /** Status of the schedule; `ended`: it has no further due time */
      status: "enabled" | "disabled" | "ended";
      /** Why it is disabled. `key_ended`: its context, or an ancestor, was revoked or expired. `times_invalid`: this machine no longer knows its time zone, or cannot evaluate its rule */
      statusReason?: "asked" | "key_ended" | "times_invalid";
      /** Due times of one kind: `at`, `every`, `cron` or `rrule` */
      when: ScheduleTimes;
      /** IANA time zone of the due times */
      timezone: string;
      /** The last time at which a run may be due, in Unix milliseconds */
      until?: number;
      /** Operation to run */
      action: ScheduleAction;
      /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 */
      missed: "skip" | "once" | "all";
      /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled */
      overlap: "skip" | "queue" | "cancel";
      /** Maximum delay of a run after its due time, in milliseconds */
      jitterMs?: number;
      /** Id of the context that created it */
      createdBy: string;
      /** Id of the context as which it runs its operation */
      contextId: string;
      /** Grants of that context */
      scopes: string[];
      /** When it was created, in Unix milliseconds */
      createdAt: number;
      /** When it was last updated, in Unix milliseconds */
      updatedAt: number;
    };
  };
  /** A schedule was removed, together with its waiting runs */
  "schedules.schedule.removed": {
    /** Id of the schedule */
    scheduleId: string;
    /** Id of the context that created it */
    createdBy: string;
  };
  /** A schedule was updated */
  "schedules.schedule.updated": {
    schedule: {
      /** Id of the schedule */
      id: string;
      /** Name of the schedule */
      name: string;
      /** Status of the schedule; `ended`: it has no further due time */
      status: "enabled" | "disabled" | "ended";
      /** Why it is disabled. `key_ended`: its context, or an ancestor, was revoked or expired. `times_invalid`: this machine no longer knows its time zone, or cannot evaluate its rule */
      statusReason?: "asked" | "key_ended" | "times_invalid";
      /** Due times of one kind: `at`, `every`, `cron` or `rrule` */
      when: ScheduleTimes;
      /** IANA time zone of the due times */
      timezone: string;
      /** The last time at which a run may be due, in Unix milliseconds */
      until?: number;
      /** Operation to run */
      action: ScheduleAction;
      /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 */
      missed: "skip" | "once" | "all";
      /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled */
      overlap: "skip" | "queue" | "cancel";
      /** Maximum delay of a run after its due time, in milliseconds */
      jitterMs?: number;
      /** Id of the context that created it */
      createdBy: string;
      /** Id of the context as which it runs its operation */
      contextId: string;
      /** Grants of that context */
      scopes: string[];
      /** When it was created, in Unix milliseconds */
      createdAt: number;
      /** When it was last updated, in Unix milliseconds */
      updatedAt: number;
    };
  };
  /** A scheduled backup failed and is retried */
  "service.backup.failed": {
    reason: string;
    attempts: number;
  };
  /** A backup was created */
  "service.backup.made": {
    path: string;
    records: number;
    blobs: number;
    bytes: number;
  };
  /** A gateway was asked to leave its work to the others */
  "service.gateway.drained": {
    gateway: string;
    host: string;
  };
  /** A gateway has ended unexpectedly, or does not report */
  "service.gateway.lost": {
    gateway: string;
    host: string;
    reportedAt: number;
  };
  /** A drained gateway was asked to take part in the work again */
  "service.gateway.resumed": {
    gateway: string;
    host: string;
  };
  /** A conflict was found: a record was changed on both gateways */
  "sync.conflict.found": {
    conflict: SyncConflict;
  };
  /** A conflict was resolved */
  "sync.conflict.resolved": {
    conflict: SyncConflict;
    keep: string;
  };
  /** The cursors of a group were reset, so that all its records are exchanged again */
  "sync.cursors.reset": {
    /** Group whose records are exchanged */
    domain: string;
  };
  /** Sync of a group was disabled */
  "sync.domain.disabled": {
    /** Group whose records are exchanged */
    domain: string;
  };
  /** Sync of a group was enabled */
  "sync.domain.enabled": {
    /** Group whose records are exchanged */
    domain: string;
  };
  /** An inbox entry failed permanently */
  "sync.inbox.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** The state of the link changed to running, waiting or stopped */
  "sync.link.changed": {
    link: SyncLink;
  };
  /** A gateway was linked */
  "sync.link.made": {
    link: SyncLink;
  };
  /** A gateway was unlinked */
  "sync.link.removed": {
    installationId: string;
  };
  /** An outbox entry failed permanently */
  "sync.outbox.died": {
    id: string;
    attempts: number;
    error?: string;
  };
  /** A comment on a task was created */
  "tasks.comment.created": {
    comment: TaskComment;
  };
  /** A comment on a task was removed */
  "tasks.comment.removed": {
    comment: TaskComment;
  };
  /** A comment on a task was updated */
  "tasks.comment.updated": {
    comment: TaskComment;
  };
  /** A dependency was added */
  "tasks.dep.added": {
    dependency: TaskDependency;
  };
  /** A dependency was dropped because it formed a cycle with a dependency from another gateway */
  "tasks.dep.refused": {
    dependency: TaskDependency;
    /** Ids of the tasks in the cycle */
    circle: string[];
  };
  /** A dependency was removed */
  "tasks.dep.removed": {
    dependency: TaskDependency;
  };
  /** A profile was created */
  "tasks.profile.created": {
    profile: TaskProfile;
  };
  /** A profile was removed */
  "tasks.profile.removed": {
    profileId: string;
    source: "workspace" | "user";
  };
  /** A task was archived */
  "tasks.task.archived": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was blocked */
  "tasks.task.blocked": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was created */
  "tasks.task.created": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was completed */
  "tasks.task.done": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task failed */
  "tasks.task.failed": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task became ready to start: it is open and all its dependencies are done */
  "tasks.task.ready": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was released and is open again */
  "tasks.task.released": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was reopened */
  "tasks.task.reopened": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was started */
  "tasks.task.started": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was unarchived */
  "tasks.task.unarchived": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A task was updated */
  "tasks.task.updated": {
    task: {
      /** Id of the task */
      id: string;
      /** Title in one line */
      title: string;
      /** Status */
      status: "open" | "active" | "blocked" | "done" | "failed";
      /** Priority */
      priority: "low" | "normal" | "high" | "urgent";
      /** Id of the profile that defines how the task is worked on */
      profile?: string;
      /** Assignee as type:id */
      assignee?: string;
      /** Id of the parent task */
      parent?: string;
      /** Id of the project that it belongs to */
      projectId?: string;
      /** When it is due, Unix milliseconds */
      dueAt?: number;
      /** Tags */
      tags: string[];
      /** The key passed by the caller that created it */
      idempotencyKey?: string;
      /** Summary of the result, once it is done */
      summary?: string;
      /** Why it is blocked or failed */
      reason?: string;
      /** Who created it */
      createdBy: string;
      /** Who started it */
      startedBy?: string;
      /** When it was created, Unix milliseconds */
      createdAt: number;
      /** When it was last changed, Unix milliseconds */
      updatedAt: number;
      /** When it was started, Unix milliseconds */
      startedAt?: number;
      /** When it was completed or failed, Unix milliseconds */
      finishedAt?: number;
      /** When it was archived, Unix milliseconds */
      archivedAt?: number;
      /** Number of the revision, starting at 1 */
      revision: number;
    };
  };
  /** A folder for a new widget was created */
  "widgets.folder.created": {
    dir: string;
    files: string[];
  };
  /** A version of a widget was published; after a rollback, `restores` is the earlier version */
  "widgets.version.published": {
    item: Widget;
    note?: string;
    restores?: number;
  };
  /** A widget was archived */
  "widgets.widget.archived": {
    item: Widget;
  };
  /** A widget was renamed */
  "widgets.widget.renamed": {
    item: Widget;
  };
  /** A widget was unarchived */
  "widgets.widget.unarchived": {
    item: Widget;
  };
}

/** The data of each error by its code. */
export interface Errors {
  /** Agent archived (409) */
  "agents.agent_archived": {
    agentId: string;
  };
  /** Agent exists (409) */
  "agents.agent_exists": {
    agentId: string;
  };
  /** Agent not found (404) */
  "agents.agent_not_found": {
    agentId: string;
  };
  /** Claim lost (409) */
  "agents.claim_lost": {
    turnId: string;
    state: string;
  };
  /** Turn answered (409) */
  "agents.turn_answered": {
    turnId: string;
  };
  /** Turn ended (409) */
  "agents.turn_ended": {
    turnId: string;
    state: string;
  };
  /** Turn not found (404) */
  "agents.turn_not_found": {
    turnId: string;
  };
  /** Turn not retryable (409) */
  "agents.turn_not_retryable": {
    turnId: string;
    state: string;
  };
  /** Agent not found (404) */
  "agentx.agent_not_found": {
    agent: string;
    agents: string[];
    host?: string;
  };
  /** No runner (409) */
  "agentx.no_runner": {
    host?: string;
    /** Machines whose gateways run coding agents */
    hosts?: string[];
  };
  /** Queue full (409) */
  "agentx.queue_full": {
    session: string;
    most: number;
  };
  /** Request closed (409) */
  "agentx.request_closed": {
    request: string;
    state: string;
    option?: string;
  };
  /** Request not found (404) */
  "agentx.request_not_found": {
    session: string;
    request: string;
  };
  /** Session ambiguous (409) */
  "agentx.session_ambiguous": {
    session: string;
    candidates: string[];
  };
  /** Session archived (409) */
  "agentx.session_archived": {
    session: string;
  };
  /** Session gone (409) */
  "agentx.session_gone": {
    session: string;
    agent: string;
    reason: string;
  };
  /** Session live (409) */
  "agentx.session_live": {
    session: string;
  };
  /** Session not found (404) */
  "agentx.session_not_found": {
    session: string;
  };
  /** Session running (409) */
  "agentx.session_running": {
    session: string;
  };
  /** Turn not found (404) */
  "agentx.turn_not_found": {
    session?: string;
    turn: string;
  };
  /** Approval decided (409) */
  "approvals.approval_decided": {
    id: string;
    approvalStatus: string;
  };
  /** Approval expired (409) */
  "approvals.approval_expired": {
    id: string;
    expiredAt: string;
  };
  /** Approval not found (404) */
  "approvals.approval_not_found": {
    id: string;
  };
  /** Chat unusable (409) */
  "approvals.chat_unusable": {
    chatId: string;
    reason: string;
  };
  /** Chats missing (409) */
  "approvals.chats_missing": Record<string, never>;
  /** Digest mismatch (409) */
  "approvals.digest_mismatch": {
    id: string;
    digest: string;
  };
  /** Executions execution not found (404) */
  "approvals.executions_execution_not_found": {
    id: string;
  };
  /** Executions execution settled (409) */
  "approvals.executions_execution_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Identity not answered (409) */
  "approvals.identity_not_answered": {
    id: string;
    identityStatus: string;
  };
  /** Identity not found (404) */
  "approvals.identity_not_found": {
    id: string;
  };
  /** Not approver (403) */
  "approvals.not_approver": {
    reason: string;
  };
  /** Not requester (403) */
  "approvals.not_requester": {
    contextId: string;
  };
  /** Notices notice not found (404) */
  "approvals.notices_notice_not_found": {
    id: string;
  };
  /** Notices notice settled (409) */
  "approvals.notices_notice_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Option missing (409) */
  "approvals.option_missing": {
    id: string;
    decision: "approve" | "deny";
    options: string[];
  };
  /** Policy not found (404) */
  "approvals.policy_not_found": {
    id: string;
  };
  /** Replies reply not found (404) */
  "approvals.replies_reply_not_found": {
    id: string;
  };
  /** Replies reply settled (409) */
  "approvals.replies_reply_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Requester ended (409) */
  "approvals.requester_ended": {
    contextId: string;
  };
  /** Sender taken (409) */
  "approvals.sender_taken": {
    chatId: string;
    actorId: string;
  };
  /** Too many identities (409) */
  "approvals.too_many_identities": {
    contextId: string;
    limit: number;
  };
  /** Too many policies (409) */
  "approvals.too_many_policies": {
    limit: number;
  };
  /** Agent not found (404) */
  "audio.agent_not_found": {
    agentId: string;
  };
  /** Chat not found (404) */
  "audio.chat_not_found": {
    chatId: string;
  };
  /** Client mismatch (409) */
  "audio.client_mismatch": {
    id: string;
    clientId: string;
  };
  /** Request conflict (409) */
  "audio.request_conflict": {
    id: string;
  };
  /** Request not found (404) */
  "audio.request_not_found": {
    id: string;
  };
  /** Request not ready (409) */
  "audio.request_not_ready": {
    id: string;
    state: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
  };
  /** Request settled (409) */
  "audio.request_settled": {
    id: string;
    state: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
  };
  /** Request taken (409) */
  "audio.request_taken": {
    id: string;
    clientId: string;
    state: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
  };
  /** Request under way (409) */
  "audio.request_under_way": {
    id: string;
    state: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
  };
  /** Sound too large (409) */
  "audio.sound_too_large": {
    id: string;
    bytes: number;
    limit: number;
  };
  /** Work job not found (404) */
  "audio.work_job_not_found": {
    id: string;
  };
  /** Work job settled (409) */
  "audio.work_job_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Worker not stopped (409) */
  "audio.worker_not_stopped": {
    provider: string;
  };
  /** Worker stopped (409) */
  "audio.worker_stopped": {
    reason: string;
    cause: "connection_missing" | "connection_disabled" | "connection_unreadable" | "key_refused";
  };
  /** Base ambiguous (409) */
  "bases.base_ambiguous": {
    base: string;
    candidates: {
      id: string;
      name: string;
      project: string;
    }[];
  };
  /** Base archived (409) */
  "bases.base_archived": {
    baseId: string;
  };
  /** Base not found (404) */
  "bases.base_not_found": {
    base: string;
  };
  /** Chart not found (404) */
  "bases.chart_not_found": {
    chart: string;
  };
  /** Export too large (409) */
  "bases.export_too_large": {
    what: string;
  };
  /** Import ended (409) */
  "bases.import_ended": {
    import: string;
    state: string;
  };
  /** Import not found (404) */
  "bases.import_not_found": {
    import: string;
  };
  /** Key taken (409) */
  "bases.key_taken": {
    key: string;
    propertyId: string;
  };
  /** Not an approver (403) */
  "bases.not_an_approver": {
    property: string;
  };
  /** Option in use (409) */
  "bases.option_in_use": {
    optionId: string;
    name: string;
  };
  /** Project not found (404) */
  "bases.project_not_found": {
    project: string;
  };
  /** Property ambiguous (409) */
  "bases.property_ambiguous": {
    prop: string;
    candidates: {
      id: string;
      name: string;
    }[];
  };
  /** Property deleted (409) */
  "bases.property_deleted": {
    propertyId: string;
  };
  /** Property not deleted (409) */
  "bases.property_not_deleted": {
    propertyId: string;
  };
  /** Property not found (404) */
  "bases.property_not_found": {
    prop: string;
    keys: string[];
  };
  /** Row archived (409) */
  "bases.row_archived": {
    row: string;
  };
  /** Row conflict (409) */
  "bases.row_conflict": {
    row: string;
  };
  /** Row not found (404) */
  "bases.row_not_found": {
    row: string;
  };
  /** Row version mismatch (409) */
  "bases.row_version_mismatch": {
    expected: number;
    version: number;
  };
  /** Schema full (409) */
  "bases.schema_full": {
    limit: number;
  };
  /** Schema version mismatch (409) */
  "bases.schema_version_mismatch": {
    expected: number;
    schemaVersion: number;
  };
  /** Slug taken (409) */
  "bases.slug_taken": {
    baseId: string;
    slug: string;
  };
  /** Too many (409) */
  "bases.too_many": {
    what: string;
    limit: number;
  };
  /** Unknown console (400) */
  "bases.unknown_console": {
    console: string;
    known: string;
  };
  /** Upkeep work not found (404) */
  "bases.upkeep_work_not_found": {
    id: string;
  };
  /** Upkeep work settled (409) */
  "bases.upkeep_work_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** View name taken (409) */
  "bases.view_name_taken": {
    viewId: string;
  };
  /** View not found (404) */
  "bases.view_not_found": {
    view: string;
  };
  /** Account exists (409) */
  "calendars.account_exists": {
    accountId: string;
  };
  /** Account not found (404) */
  "calendars.account_not_found": {
    accountId: string;
  };
  /** Account stopped (409) */
  "calendars.account_stopped": {
    accountId: string;
    reason: string;
    connection?: string;
  };
  /** Answer conflict (409) */
  "calendars.answer_conflict": {
    eventId: string;
    answer: string;
  };
  /** Attendee ambiguous (409) */
  "calendars.attendee_ambiguous": {
    eventId: string;
    attendee: string;
    candidates: string[];
  };
  /** Attendee not found (404) */
  "calendars.attendee_not_found": {
    eventId: string;
    attendee: string;
  };
  /** Calendar archived (409) */
  "calendars.calendar_archived": {
    calendarId: string;
  };
  /** Calendar not found (404) */
  "calendars.calendar_not_found": {
    calendarId: string;
  };
  /** Calendar too large (409) */
  "calendars.calendar_too_large": {
    calendarId: string;
    limit: number;
  };
  /** Connection unknown (404) */
  "calendars.connection_unknown": {
    connection: string;
    provider: string;
  };
  /** Event cancelled (409) */
  "calendars.event_cancelled": {
    eventId: string;
  };
  /** Event conflict (409) */
  "calendars.event_conflict": {
    eventId: string;
  };
  /** Event not cancelled (409) */
  "calendars.event_not_cancelled": {
    eventId: string;
  };
  /** Event not found (404) */
  "calendars.event_not_found": {
    eventId: string;
  };
  /** Member not found (404) */
  "calendars.member_not_found": {
    calendarId: string;
    with: string;
  };
  /** Not your answer (403) */
  "calendars.not_your_answer": {
    eventId: string;
    calendarId: string;
  };
  /** Nothing to sync (409) */
  "calendars.nothing_to_sync": {
    accountId: string;
    provider: string;
  };
  /** Occurrence not found (404) */
  "calendars.occurrence_not_found": {
    eventId: string;
    originalStartAt: number;
  };
  /** Outbox not found (404) */
  "calendars.outbox_not_found": {
    id: string;
  };
  /** Outbox settled (409) */
  "calendars.outbox_settled": {
    id: string;
    state: string;
  };
  /** Provider trouble (502) */
  "calendars.provider_trouble": {
    accountId: string;
    reason: string;
    retryAfter?: number;
  };
  /** Role missing (403) */
  "calendars.role_missing": {
    calendarId: string;
    role: string;
    needed: string;
  };
  /** Sequence mismatch (409) */
  "calendars.sequence_mismatch": {
    eventId: string;
    expected: number;
    sequence: number;
  };
  /** Too many accounts (409) */
  "calendars.too_many_accounts": {
    limit: number;
  };
  /** Too many changes (409) */
  "calendars.too_many_changes": {
    eventId: string;
    limit: number;
  };
  /** Too many members (409) */
  "calendars.too_many_members": {
    calendarId: string;
    limit: number;
  };
  /** Too many occurrences (409) */
  "calendars.too_many_occurrences": {
    limit: number;
  };
  /** Adapter disabled (409) */
  "channels.adapter_disabled": {
    adapter: string;
  };
  /** Adapter exists (409) */
  "channels.adapter_exists": {
    adapter: string;
  };
  /** Adapter id used (409) */
  "channels.adapter_id_used": {
    adapter: string;
    kind: string;
  };
  /** Adapter not found (404) */
  "channels.adapter_not_found": {
    adapter: string;
  };
  /** Agent unknown (404) */
  "channels.agent_unknown": {
    agentId: string;
  };
  /** Connection unknown (404) */
  "channels.connection_unknown": {
    connection: string;
  };
  /** No runner (409) */
  "channels.no_runner": Record<string, never>;
  /** One process (409) */
  "channels.one_process": {
    driver: string;
  };
  /** Outbox entry not found (404) */
  "channels.outbox_entry_not_found": {
    id: string;
  };
  /** Outbox entry settled (409) */
  "channels.outbox_entry_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Place not found (404) */
  "channels.place_not_found": {
    chatId: string;
  };
  /** Pm unavailable (409) */
  "channels.pm_unavailable": {
    reason: string;
  };
  /** Runner busy (409) */
  "channels.runner_busy": {
    pid: number;
    host: string;
  };
  /** Runner elsewhere (409) */
  "channels.runner_elsewhere": {
    host: string;
    advice: string;
  };
  /** Runner undecided (409) */
  "channels.runner_undecided": {
    pid: number;
    reason: string;
  };
  /** Script missing (409) */
  "channels.script_missing": {
    script: string;
  };
  /** Start failed (503) */
  "channels.start_failed": {
    reason: string;
  };
  /** Too many adapters (409) */
  "channels.too_many_adapters": {
    limit: number;
  };
  /** Chat archived (409) */
  "chats.chat_archived": {
    chatId: string;
  };
  /** Chat conflict (409) */
  "chats.chat_conflict": {
    chatId: string;
  };
  /** Chat not found (404) */
  "chats.chat_not_found": {
    chatId: string;
  };
  /** List ambiguous (409) */
  "chats.list_ambiguous": {
    candidates: {
      id: string;
      name: string;
      owner: string;
    }[];
  };
  /** List archived (409) */
  "chats.list_archived": {
    listId: string;
  };
  /** List dynamic (409) */
  "chats.list_dynamic": {
    listId: string;
  };
  /** List name taken (409) */
  "chats.list_name_taken": {
    listId: string;
  };
  /** List not dynamic (409) */
  "chats.list_not_dynamic": {
    listId: string;
  };
  /** List not found (404) */
  "chats.list_not_found": {
    list: string;
  };
  /** List not yours (403) */
  "chats.list_not_yours": {
    owner: string;
  };
  /** Member not found (404) */
  "chats.member_not_found": {
    listId: string;
    chatId: string;
  };
  /** Message conflict (409) */
  "chats.message_conflict": {
    messageId: string;
  };
  /** Message deleted (409) */
  "chats.message_deleted": {
    messageId: string;
  };
  /** Message not found (404) */
  "chats.message_not_found": {
    messageId?: string;
    clientMessageId?: string;
  };
  /** Reader not yours (403) */
  "chats.reader_not_yours": {
    reader: string;
  };
  /** Revision mismatch (409) */
  "chats.revision_mismatch": {
    messageId: string;
    expected: number;
    current: number;
  };
  /** Chain too long (409) */
  "context.chain_too_long": {
    contextId: string;
    deepest: number;
  };
  /** Context ended (409) */
  "context.context_ended": {
    contextId: string;
  };
  /** Context not found (404) */
  "context.context_not_found": {
    contextId: string;
  };
  /** Key retiring (403) */
  "context.key_retiring": {
    contextId: string;
  };
  /** Backend unavailable (503) */
  "credentials.backend_unavailable": {
    backend: string;
    reason: string;
  };
  /** Connection ambiguous (409) */
  "credentials.connection_ambiguous": {
    connection?: string;
    provider?: string;
    candidates: {
      id: string;
      connection: string;
      provider: string;
    }[];
  };
  /** Connection bound (409) */
  "credentials.connection_bound": {
    connectionId: string;
    connection: string;
    provider: string;
    hosts: string[];
    /** The provider or host for which it was requested */
    wanted: string;
  };
  /** Connection disabled (409) */
  "credentials.connection_disabled": {
    connectionId: string;
    connection: string;
    provider: string;
  };
  /** Connection exists (409) */
  "credentials.connection_exists": {
    connection: string;
    provider: string;
    connectionId: string;
  };
  /** Connection not found (404) */
  "credentials.connection_not_found": {
    connection: string;
    provider?: string;
  };
  /** No vault (409) */
  "credentials.no_vault": Record<string, never>;
  /** Provider unknown (409) */
  "credentials.provider_unknown": {
    provider: string;
  };
  /** Secret elsewhere (503) */
  "credentials.secret_elsewhere": {
    secretRef: string;
    /** This host */
    here: string;
    /** Host of the secret, if known */
    host?: string;
  };
  /** Secret unreadable (409) */
  "credentials.secret_unreadable": {
    secretRef: string;
    reason: string;
  };
  /** Vault key missing (503) */
  "credentials.vault_key_missing": {
    /** This host */
    here: string;
    /** Hosts that have the key */
    hosts: string[];
    /** Name of the file of the key */
    file: string;
  };
  /** Event not found (404) */
  "events.event_not_found": {
    of: string;
  };
  /** Action key ended (409) */
  "gateway.action_key_ended": {
    contextId: string;
  };
  /** Action key refused (403) */
  "gateway.action_key_refused": {
    contextId: string;
    reason: string;
  };
  /** Approval pending (409) */
  "gateway.approval_pending": {
    approvalId: string;
    /** Unix milliseconds */
    expiresAt: number;
  };
  /** Body too large (413) */
  "gateway.body_too_large": {
    limit: number;
  };
  /** Busy (503) */
  "gateway.busy": Record<string, never>;
  /** Commit too large (413) */
  "gateway.commit_too_large": {
    unit: string;
    size: number;
    limit: number;
  };
  /** Conflict (409) */
  "gateway.conflict": Record<string, never>;
  /** Forbidden (403) */
  "gateway.forbidden": {
    scope: string;
  };
  /** Forbidden host (403) */
  "gateway.forbidden_host": Record<string, never>;
  /** Forbidden origin (403) */
  "gateway.forbidden_origin": Record<string, never>;
  /** Idempotency conflict (409) */
  "gateway.idempotency_conflict": Record<string, never>;
  /** Internal error (500) */
  "gateway.internal": Record<string, never>;
  /** Invalid input (400) */
  "gateway.invalid_input": {
    issues: {
      path: string;
      code: string;
      message: string;
    }[];
  };
  /** Invalid JSON (400) */
  "gateway.invalid_json": {
    reason: string;
  };
  /** Invalid request (400) */
  "gateway.invalid_request": {
    reason: string;
  };
  /** Invalid response (500) */
  "gateway.invalid_response": {
    operation: string;
  };
  /** Method not allowed (405) */
  "gateway.method_not_allowed": {
    allow: string;
  };
  /** Not unique (409) */
  "gateway.not_unique": {
    index: string;
  };
  /** Outcome unclear (409) */
  "gateway.outcome_unclear": {
    since: string;
  };
  /** Plan stale (412) */
  "gateway.plan_stale": Record<string, never>;
  /** Unauthenticated (401) */
  "gateway.unauthenticated": Record<string, never>;
  /** Unavailable (503) */
  "gateway.unavailable": {
    reason: string;
    plugin?: string;
    /** The state of the gateway, if it is not running */
    state?: string;
    /** Whether the change may have been made; false if the store failed without a change */
    outcomeUnknown?: boolean;
  };
  /** Unknown operation (404) */
  "gateway.unknown_operation": {
    operation: string;
    nearest: string[];
  };
  /** Unsupported media type (415) */
  "gateway.unsupported_media_type": Record<string, never>;
  /** Context ended (409) */
  "hooks.context_ended": {
    contextId: string;
  };
  /** Deliveries delivery not found (404) */
  "hooks.deliveries_delivery_not_found": {
    id: string;
  };
  /** Deliveries delivery settled (409) */
  "hooks.deliveries_delivery_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Hook disabled (409) */
  "hooks.hook_disabled": {
    id: string;
  };
  /** Hook not found (404) */
  "hooks.hook_not_found": {
    id: string;
  };
  /** Hook not yours (403) */
  "hooks.hook_not_yours": {
    contextId: string;
  };
  /** Secret not kept (503) */
  "hooks.secret_not_kept": {
    reason: string;
  };
  /** Target refused (400) */
  "hooks.target_refused": {
    host: string;
  };
  /** Too many (409) */
  "hooks.too_many": {
    limit: number;
  };
  /** Type not found (404) */
  "hooks.type_not_found": {
    eventType: string;
    nearest?: string;
  };
  /** Bridge not found (404) */
  "jetstream.bridge_not_found": {
    id: string;
  };
  /** Connection unknown (404) */
  "jetstream.connection_unknown": {
    connection: string;
  };
  /** Consumer not found (404) */
  "jetstream.consumer_not_found": {
    id: string;
  };
  /** Context ended (409) */
  "jetstream.context_ended": {
    contextId: string;
  };
  /** Context refused (403) */
  "jetstream.context_refused": {
    contextId: string;
    reason: string;
  };
  /** Dead letter loop (400) */
  "jetstream.dead_letter_loop": {
    subject: string;
    filter: string;
  };
  /** Not yours (403) */
  "jetstream.not_yours": {
    contextId: string;
  };
  /** Server failed (503) */
  "jetstream.server_failed": {
    server: string;
    reason: string;
  };
  /** Server refused (400) */
  "jetstream.server_refused": {
    server: string;
    reason: string;
  };
  /** Too many (409) */
  "jetstream.too_many": {
    what: string;
    limit: number;
  };
  /** Type not found (404) */
  "jetstream.type_not_found": {
    eventType: string;
    nearest?: string;
  };
  /** Runtime not found (404) */
  "meetings.runtime_not_found": {
    runtimeId: string;
    candidates: string[];
  };
  /** Project not found (404) */
  "projects.project_not_found": {
    project: string;
  };
  /** Slug taken (409) */
  "projects.slug_taken": {
    slug: string;
    projectId: string;
    archived: boolean;
  };
  /** Profile broken (409) */
  "prox.profile_broken": {
    profileId: string;
    reason: string;
    source: "system" | "plugin" | "store";
  };
  /** Profile exists (409) */
  "prox.profile_exists": {
    profileId: string;
  };
  /** Profile not found (404) */
  "prox.profile_not_found": {
    profileId: string;
  };
  /** Profile read only (409) */
  "prox.profile_read_only": {
    profileId: string;
  };
  /** Agent not found (404) */
  "responders.agent_not_found": {
    agentId: string;
  };
  /** Connection not found (404) */
  "responders.connection_not_found": {
    connection: string;
  };
  /** Private server (403) */
  "responders.private_server": {
    host: string;
  };
  /** Responder exists (409) */
  "responders.responder_exists": {
    responder: string;
  };
  /** Responder not found (404) */
  "responders.responder_not_found": {
    responder: string;
  };
  /** Too many (409) */
  "responders.too_many": {
    limit: number;
  };
  /** Context ended (409) */
  "rules.context_ended": {
    contextId: string;
  };
  /** Event not found (404) */
  "rules.event_not_found": {
    eventId: string;
  };
  /** Filter invalid (400) */
  "rules.filter_invalid": {
    /** Position of the first wrong character, from 1 */
    position: number;
    /** What is wrong */
    reason: string;
  };
  /** Name taken (409) */
  "rules.name_taken": {
    name: string;
    id: string;
  };
  /** Rule ambiguous (409) */
  "rules.rule_ambiguous": {
    name: string;
    ids: string[];
  };
  /** Rule not found (404) */
  "rules.rule_not_found": {
    rule: string;
  };
  /** Runs run not found (404) */
  "rules.runs_run_not_found": {
    id: string;
  };
  /** Runs run settled (409) */
  "rules.runs_run_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Too many (409) */
  "rules.too_many": {
    limit: number;
  };
  /** Type not found (404) */
  "rules.type_not_found": {
    eventType: string;
    nearest?: string;
  };
  /** Creator ended (409) */
  "schedules.creator_ended": {
    id: string;
    createdBy: string;
  };
  /** Has ended (409) */
  "schedules.has_ended": {
    id: string;
  };
  /** Key ended (409) */
  "schedules.key_ended": {
    id: string;
    contextId: string;
  };
  /** Name taken (409) */
  "schedules.name_taken": {
    id: string;
    name: string;
  };
  /** Runs run not found (404) */
  "schedules.runs_run_not_found": {
    id: string;
  };
  /** Runs run settled (409) */
  "schedules.runs_run_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Schedule not found (404) */
  "schedules.schedule_not_found": {
    id: string;
  };
  /** Too many (409) */
  "schedules.too_many": {
    limit: number;
  };
  /** Too many runs (409) */
  "schedules.too_many_runs": {
    id: string;
    limit: number;
  };
  /** Already undone (409) */
  "service.already_undone": {
    event: string;
    by: string;
  };
  /** Ambiguous gateway (409) */
  "service.ambiguous_gateway": {
    host: string;
    ids: string[];
  };
  /** Backup damaged (409) */
  "service.backup_damaged": {
    path: string;
    reason: string;
  };
  /** Backup exists (409) */
  "service.backup_exists": {
    path: string;
  };
  /** Backup failed (503) */
  "service.backup_failed": {
    reason: string;
  };
  /** Backup not found (404) */
  "service.backup_not_found": {
    path: string;
  };
  /** Backup not opened (409) */
  "service.backup_not_opened": {
    path: string;
    reason: string;
  };
  /** Gateway lost (409) */
  "service.gateway_lost": {
    gateway: string;
    host: string;
  };
  /** Gateway not found (404) */
  "service.gateway_not_found": {
    gateway: string;
    hosts: string[];
  };
  /** No data folder (409) */
  "service.no_data_folder": Record<string, never>;
  /** Not undoable (404) */
  "service.not_undoable": {
    event: string;
  };
  /** Nothing to undo (404) */
  "service.nothing_to_undo": {
    examined: number;
  };
  /** Already linked (409) */
  "sync.already_linked": {
    consoleUrl: string;
  };
  /** Conflict not found (404) */
  "sync.conflict_not_found": {
    id: string;
  };
  /** Connection disabled (409) */
  "sync.connection_disabled": {
    connection: string;
  };
  /** Connection not found (404) */
  "sync.connection_not_found": {
    connection: string;
  };
  /** Domain disabled (409) */
  "sync.domain_disabled": {
    domain: string;
  };
  /** Inbox record not found (404) */
  "sync.inbox_record_not_found": {
    id: string;
  };
  /** Inbox record settled (409) */
  "sync.inbox_record_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Link not yours (403) */
  "sync.link_not_yours": Record<string, never>;
  /** Not applicable (409) */
  "sync.not_applicable": {
    id: string;
    reason: string;
  };
  /** Not linked (409) */
  "sync.not_linked": Record<string, never>;
  /** Off (409) */
  "sync.off": Record<string, never>;
  /** Other unreachable (409) */
  "sync.other_unreachable": {
    host: string;
    reason: string;
  };
  /** Outbox record not found (404) */
  "sync.outbox_record_not_found": {
    id: string;
  };
  /** Outbox record settled (409) */
  "sync.outbox_record_settled": {
    id: string;
    state: "waiting" | "running" | "done" | "dead" | "discarded";
  };
  /** Same gateway (409) */
  "sync.same_gateway": Record<string, never>;
  /** Catalog full (409) */
  "tasks.catalog_full": {
    source: "workspace" | "user";
    limit: number;
    /** Name of the machine whose catalogs were read */
    host?: string;
  };
  /** Catalog refused (409) */
  "tasks.catalog_refused": {
    source: "workspace" | "user";
    path: string;
    reason: "outside" | "not_a_folder" | "unreadable";
    /** Name of the machine whose catalogs were read */
    host?: string;
  };
  /** Catalog unknown (409) */
  "tasks.catalog_unknown": {
    source: "workspace" | "user";
    /** Name of the machine whose catalogs were read */
    host?: string;
  };
  /** Catalog unwritable (409) */
  "tasks.catalog_unwritable": {
    source: "workspace" | "user";
    path: string;
    reason: string;
    /** Name of the machine whose catalogs were read */
    host?: string;
  };
  /** Comment not found (404) */
  "tasks.comment_not_found": {
    commentId: string;
  };
  /** Comment not yours (403) */
  "tasks.comment_not_yours": {
    author: string;
  };
  /** Dependency cycle (409) */
  "tasks.dependency_cycle": {
    taskId: string;
    dependencyTaskId: string;
    /** Each task depends on the next, from taskId back to taskId. For a cycle of more than 1,000 tasks, the middle is omitted */
    path: string[];
    /** Number of tasks in the cycle */
    tasks: number;
  };
  /** Idempotency conflict (409) */
  "tasks.idempotency_conflict": {
    taskId: string;
  };
  /** No profile (409) */
  "tasks.no_profile": {
    taskId: string;
  };
  /** Not ready (409) */
  "tasks.not_ready": {
    taskId: string;
    readiness: TaskReadiness;
  };
  /** Parent cycle (409) */
  "tasks.parent_cycle": {
    taskId: string;
    /** Each task is a subtask of the next, from taskId back to taskId */
    path: string[];
  };
  /** Profile broken (409) */
  "tasks.profile_broken": {
    profileId: string;
    source: "system" | "plugin" | "user" | "workspace";
    diagnostics: TaskProfileDiagnostic[];
  };
  /** Profile exists (409) */
  "tasks.profile_exists": {
    profileId: string;
    source: "workspace" | "user";
    /** Name of the machine whose catalogs were read */
    host?: string;
  };
  /** Profile not found (404) */
  "tasks.profile_not_found": {
    profileId: string;
    source?: "system" | "plugin" | "user" | "workspace";
    nearest?: string;
    /** Name of the machine whose catalogs were read */
    host?: string;
  };
  /** Profile shipped (409) */
  "tasks.profile_shipped": {
    profileId: string;
    source: "system" | "plugin" | "user" | "workspace";
  };
  /** Profile unknown (404) */
  "tasks.profile_unknown": {
    profileId: string;
    nearest?: string;
    /** Name of the machine whose catalogs were read */
    host?: string;
  };
  /** Project not found (404) */
  "tasks.project_not_found": {
    project: string;
    isEnabled: boolean;
  };
  /** Rendering too long (409) */
  "tasks.rendering_too_long": {
    profileId: string;
    limit: number;
  };
  /** Revision mismatch (409) */
  "tasks.revision_mismatch": {
    taskId: string;
    expected: number;
    current: number;
  };
  /** Task archived (409) */
  "tasks.task_archived": {
    taskId: string;
  };
  /** Task not found (404) */
  "tasks.task_not_found": {
    taskId: string;
  };
  /** Too deep (409) */
  "tasks.too_deep": {
    taskId: string;
    limit: number;
  };
  /** Too many dependencies (409) */
  "tasks.too_many_dependencies": {
    taskId: string;
    limit: number;
  };
  /** Wrong status (409) */
  "tasks.wrong_status": {
    taskId: string;
    operation: string;
    taskStatus: "open" | "active" | "blocked" | "done" | "failed";
    /** The statuses in which the operation is allowed */
    allowed: "open" | "active" | "blocked" | "done" | "failed"[];
  };
  /** Folder changed (409) */
  "widgets.folder_changed": {
    path: string;
  };
  /** Folder refused (400) */
  "widgets.folder_refused": {
    /** Path relative to the workspace */
    path: string;
    reason: string;
    /** The limit that was exceeded */
    limit?: number;
    /** Name of the machine whose folders were read */
    host?: string;
  };
  /** Folder taken (409) */
  "widgets.folder_taken": {
    path: string;
    /** Name of the machine whose folders were read */
    host?: string;
  };
  /** No workspace (409) */
  "widgets.no_workspace": {
    /** Name of the machine whose folders were read */
    host?: string;
  };
  /** Part not found (409) */
  "widgets.part_not_found": {
    path: string;
  };
  /** Part refused (400) */
  "widgets.part_refused": {
    /** Index of the part, starting at 0 */
    index: number;
    limit: number;
  };
  /** Project archived (409) */
  "widgets.project_archived": {
    project: string;
  };
  /** Project not found (404) */
  "widgets.project_not_found": {
    project: string;
  };
  /** Version not found (404) */
  "widgets.version_not_found": {
    ref: string;
    version: number;
    newest: number;
  };
  /** Widget archived (409) */
  "widgets.widget_archived": {
    ref: string;
  };
  /** Widget not found (404) */
  "widgets.widget_not_found": {
    ref: string;
  };
}

export interface Agent {
  /** Agent id */
  id: string;
  /** Display name */
  name?: string;
  /** Description of the agent */
  description?: string;
  /** Absolute path of the working folder */
  cwd?: string;
  /** Language model of the agent */
  model?: string;
  /** Instructions for the model of a responder */
  instructions?: string;
  /** Debounce time in milliseconds; 0 if messages are delivered immediately */
  debounceMs: number;
  /** Defaults for requests of the agent; {} for none */
  defaults?: AgentDefaults;
  /** When the agent was created, in Unix milliseconds */
  createdAt: number;
  /** When the agent was last changed, in Unix milliseconds */
  updatedAt: number;
  /** When the agent was archived, in Unix milliseconds */
  archivedAt?: number;
}

/** The claimed turn */
export interface AgentClaimedTurn {
  /** Turn id */
  id: string;
  /** Agent id */
  agentId: string;
  /** Chat id */
  chatId: string;
  /** Messages of the turn, in order */
  messages: Record<string, unknown>[];
  /** 1 for the first claim of the turn */
  attempt: number;
  /** Claim id, which the other operations on the turn need */
  claim: string;
  /** When the claim ends, unless it is extended, in Unix milliseconds */
  leaseEndsAt: number;
  /** Cause of the turn */
  cause?: AgentTurnCause;
}

/** Defaults for requests of the agent; {} for none */
export interface AgentDefaults {
  /** Defaults for speech requests */
  speech?: AgentSpeech;
}

export interface AgentSpeech {
  /** Speech provider */
  provider?: "local" | "voiceprovider";
  /** Voice id */
  voice?: string;
  /** Id of the speech model */
  model?: string;
  /** BCP 47 language tag, such as de or pt-BR */
  lang?: string;
  /** Audio format, such as mp3_44100_128 */
  format?: string;
  /** Speaking rate; 1 is normal speed */
  speed?: number;
  /** Voice settings */
  voiceSettings?: AgentVoiceSettings;
  /** Provider-specific settings */
  voiceprovider?: AgentVoiceProvider;
}

export interface AgentTurn {
  /** Turn id */
  id: string;
  /** Agent id */
  agentId: string;
  /** Chat id */
  chatId: string;
  /** `pending` while messages are collected, `ready` until it is claimed, `claimed` while it is being answered, then `answered`, `failed`, `expired` or `discarded` */
  status: "pending" | "ready" | "claimed" | "answered" | "failed" | "expired" | "discarded";
  /** Number of messages, without deleted ones */
  messages: number;
  /** When the first message was received, in Unix milliseconds */
  firstAt: number;
  /** When the last message was received, in Unix milliseconds */
  lastAt: number;
  /** When it becomes ready or can be claimed; absent while the agent is archived or an earlier turn of the chat is open, in Unix milliseconds */
  dueAt?: number;
  /** When it became ready, in Unix milliseconds */
  readyAt?: number;
  /** How often it was claimed */
  attempts?: number;
  /** When its claim ends, in Unix milliseconds */
  leaseEndsAt?: number;
  /** Context that claimed it; absent for responders of this gateway */
  claimedBy?: string;
  /** When it was answered, failed, expired or was discarded, in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt to answer it failed */
  reason?: string;
  /** Message that answers it */
  messageId?: string;
  /** Cause of the turn */
  cause?: AgentTurnCause;
}

/** Cause of the turn */
export interface AgentTurnCause {
  /** Id of the first event or run of the chain */
  correlationId: string;
  /** Id of the event with the first message */
  causationId: string;
  /** Number of causes in the chain */
  depth: number;
  /** Trace of the message, as in the W3C header of this name */
  traceparent?: string;
}

export interface AgentUnanswered {
  /** Number of unclaimed turns */
  ready: number;
  /** Number of turns that are being answered */
  claimed: number;
  /** Number of turns whose answer failed */
  failed: number;
  /** When the oldest ready or claimed turn became ready, in Unix milliseconds */
  oldestAt?: number;
}

export interface AgentVoiceProvider {
  /** Whether to apply language-specific text normalization */
  applyLanguageTextNormalization?: boolean;
  /** Whether to spell out numbers and dates */
  applyTextNormalization?: "auto" | "on" | "off";
  /** Whether the provider may log the request */
  enableLogging?: boolean;
  /** Provider ids of the requests that follow this one */
  nextRequestIds?: string[];
  /** Text that follows this request */
  nextText?: string;
  /** Latency optimization, from 0 (none) to 4 (maximum); higher values reduce quality */
  optimizeStreamingLatency?: number;
  /** Provider ids of the requests before this one */
  previousRequestIds?: string[];
  /** Text before this request */
  previousText?: string;
  /** Provider ids of pronunciation dictionaries */
  pronunciationDictionaryLocators?: string[];
  /** Seed for repeatable results */
  seed?: number;
  /** Whether to use the instant clone of a professional voice */
  usePvcAsIvc?: boolean;
}

export interface AgentVoiceSettings {
  /** Stability of the voice, 0 to 1 */
  stability?: number;
  /** Similarity to the original voice, 0 to 1 */
  similarityBoost?: number;
  /** Style exaggeration, 0 to 1 */
  style?: number;
  /** Speaking rate; 1 is normal speed */
  speed?: number;
  /** Whether to boost similarity to the original speaker */
  useSpeakerBoost?: boolean;
}

export interface AgentWaiting {
  /** Number of pending messages */
  messages: number;
  /** Number of chats with a pending turn */
  chats: number;
  /** When the next turn is due; absent if none is due, in Unix milliseconds */
  dueAt?: number;
}

export interface Approval {
  /** Id of the approval */
  id: string;
  /** Kind: a command, or a permission request of a coding agent */
  kind: "command" | "permission";
  /** Status of the approval */
  status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired" | "stale" | "withdrawn";
  /** Id of the operation */
  operation: string;
  /** What the command does */
  summary: string;
  /** External systems that the command reaches */
  effects: string[];
  /** Who proposed the command */
  requester: {
    /** Id of the context */
    contextId: string;
    /** Name of the context */
    label: string;
    /** Id of its agent */
    agentId?: string;
    /** Ids of the contexts that it was derived from, nearest first */
    lineage: string[];
  };
  /** Why the requester wants it */
  reason?: string;
  /** Cause of the proposal */
  cause?: {
    /** Id of the first event or run of the chain */
    correlationId: string;
    /** Id of the direct cause, such as a turn */
    causationId: string;
    /** Number of causes in the chain */
    depth: number;
    /** Chat of the turn that caused it directly */
    chatId?: string;
  };
  /** Input of the command */
  input: unknown;
  /** Plan of the command */
  plan: unknown;
  /** Digest of the plan: pass it to approve exactly this plan */
  digest: string;
  /** Id of the policy that requires the approval */
  policy?: string;
  /** Number of required approvals */
  quorum: number;
  /** Who may approve it; by default every approver */
  approvers?: string[];
  /** Who approved it so far */
  votes: {
    /** Id of the context that approved */
    contextId: string;
    /** Name of the context */
    label: string;
    /** Time of the approval, in Unix milliseconds */
    at: number;
    /** Note */
    note?: string;
  }[];
  /** Time of the proposal, in Unix milliseconds */
  createdAt: number;
  /** Time at which it expires, in Unix milliseconds */
  expiresAt: number;
  /** Time of the decision, in Unix milliseconds */
  decidedAt?: number;
  /** Id of the context that decided */
  decidedBy?: string;
  /** Note of the decision */
  note?: string;
  /** Start of the execution, in Unix milliseconds */
  startedAt?: number;
  /** End of the execution, in Unix milliseconds */
  endedAt?: number;
  /** How the plan has changed since it was proposed */
  stale?: {
    /** Time at which it was found, in Unix milliseconds */
    at: number;
    /** The plan of now */
    plan?: unknown;
    /** Digest of the plan of now, to approve it instead */
    digest?: string;
    /** Differences between the plan that was shown and the plan of now */
    changes: {
      /** Place in the plan */
      path: string;
      /** Value in the plan that was shown; absent if it is new */
      before?: unknown;
      /** Value in the plan of now; absent if it was removed */
      after?: unknown;
    }[];
    /** Why the command can no longer be planned */
    reason?: string;
  };
  /** Answer of the command */
  outcome?: {
    /** Answer of the command without secrets, for its requester, or the option of a permission request */
    answer?: unknown;
    /** Code of the error */
    code?: string;
    /** Message of the error */
    message?: string;
    /** Whether the effect of the command is unknown. Check its result before you repeat it */
    unclear?: boolean;
  };
}

export interface ApprovalExecution {
  /** Id of the approval */
  approval: string;
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
}

export interface ApprovalIdentity {
  /** Id of the identity */
  id: string;
  /** Name */
  name?: string;
  /** Status of the identity */
  status: "offered" | "answered" | "bound";
  /** Id of the context that decides by it */
  contextId: string;
  /** Id of the chat */
  chatId: string;
  /** Platform of the chat */
  channel: string;
  /** Id of the adapter of the chat */
  instanceId: string;
  /** Who sent the code */
  sender?: {
    /** Actor in the chat */
    actorId: string;
    /** Platform's id of the sender */
    rawSenderId?: string;
    /** Normalized id of the sender */
    normalizedSenderId?: string;
    /** Id of the identity on the platform */
    platformIdentityId?: string;
    /** Account of the sender at the platform, if the platform reports it */
    account?: string;
  };
  /** Whether approvals are announced in the chat */
  notify: boolean;
  /** When it was offered, in Unix milliseconds */
  createdAt: number;
  /** When the code, or the answer to it, expires, in Unix milliseconds */
  expiresAt?: number;
  /** When the code was sent in the chat, in Unix milliseconds */
  answeredAt?: number;
  /** When it was confirmed, in Unix milliseconds */
  boundAt?: number;
  /** Until when its replies are ignored because of wrong codes, in Unix milliseconds */
  pausedUntil?: number;
}

export interface ApprovalPolicy {
  /** Id of the policy */
  id: string;
  /** Name of the policy */
  name: string;
  /** Position in the order: the first policy that matches decides */
  position: number;
  /** Whether the policy is enabled */
  enabled: boolean;
  /** Calls that the policy covers: every given condition must hold */
  match: {
    /** Ids of operations; `*` matches one part, `**` any number of parts */
    operations: string[];
    /** Effects */
    effects?: "write" | "external" | "destroy"[];
    /** Ids of the agents that call */
    agents?: string[];
    /** Ids of the contexts that call */
    contexts?: string[];
    /** Ids of the resources: all resources of the call must be among them */
    resources?: string[];
    /** Limits of members of the input */
    limits?: {
      /** Member of the input, such as `amount` or `invoice.total` */
      path: string;
      /** Smallest number, length of a text or number of items */
      atLeast?: number;
      /** Largest number, length of a text or number of items */
      atMost?: number;
    }[];
    /** Longest input, in characters of JSON */
    inputAtMost?: number;
    /** Time of day */
    hours?: {
      /** IANA time zone */
      timezone: string;
      /** Start, such as 09:00 */
      from: string;
      /** End, such as 17:00; may be on the next day */
      to: string;
      /** Days on which the time starts (default: all) */
      days?: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun"[];
    };
  };
  /** `allow`: execute, even for propose-only keys; `propose`: wait for approval; `deny`: refuse */
  action: "allow" | "propose" | "deny";
  /** Number of required approvals */
  quorum?: number;
  /** Who may approve: `user:<context id>` or `agent:<agent id>` (default: every key of a person that may decide) */
  approvers?: string[];
  /** Milliseconds until an undecided approval expires */
  expiresAfterMs?: number;
  /** Why the policy exists */
  reason?: string;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Last change in Unix milliseconds */
  updatedAt: number;
  /** Id of the context that created it */
  createdBy: string;
}

export interface ApprovalReply {
  /** Id of the identity */
  identity: string;
  /** Id of the message */
  message: string;
  /** Effect of the message: it decides, or it had the code of an offer or a wrong code */
  does: "approve" | "deny" | "answered" | "unknown_code" | "paused";
  /** Id of the approval that it decides */
  approval?: string;
  /** Digest of the plan that was shown */
  plan?: string;
  /** Reason */
  note?: string;
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
}

export interface BackupFile {
  /** File name */
  path: string;
  /** When the file was written, Unix milliseconds */
  createdAt: number;
  /** Size, in bytes */
  bytes: number;
  /** Whether it is encrypted, in the age format */
  encrypted: boolean;
  /** Whether the backup policy made it, and removes it again */
  scheduled: boolean;
  /** Absolute path of its folder */
  folder: string;
}

export interface BackupPolicy {
  /** Whether backups are made by themselves */
  enabled: boolean;
  /** Hours between backups */
  everyHours: number;
  /** Number of scheduled backups to keep */
  keep: number;
  /** Absolute path of the folder of scheduled backups */
  folder: string;
  /** Encrypt for these age recipients: age1… */
  recipients?: string[];
  /** When the next backup is made, Unix milliseconds */
  nextAt?: number;
  /** The last backup that was completed and verified */
  last?: {
    /** Path of the backup; relative to the data folder if it is in there */
    path: string;
    /** When it was completed, Unix milliseconds */
    at: number;
    /** Size, in bytes */
    bytes: number;
    /** Machine that has the file */
    host?: string;
  };
  /** Failed attempts since the last backup */
  failure?: {
    /** Time of the last attempt, Unix milliseconds */
    at: number;
    /** Reason of the last attempt */
    reason: string;
    /** Number of failed attempts since the last backup */
    attempts: number;
  };
}

export interface Base {
  /** Id of the base */
  id: string;
  /** Name of the base */
  name: string;
  /** Name of the base in addresses */
  slug: string;
  /** A description for people; empty if unknown (default: "") */
  description: string;
  /** An emoji or a word; empty if unknown (default: "") */
  icon: string;
  /** Id of the organization; empty if unknown (default: "") */
  organizationId: string;
  /** Id of the project; empty if the base belongs to no project (default: "") */
  projectId: string;
  /** Status of the base */
  status: "active" | "archived";
  /** IANA name of the time zone; UTC if none is set (default: "UTC") */
  timezone: string;
  /** Number of active rows */
  rowCount: number;
  /** Version of the schema */
  schemaVersion: number;
  /** Version of the base, incremented by every change */
  version: number;
  /** Rights of the caller on this base */
  capabilities: BaseCapabilities;
  /** Time in ISO 8601, UTC */
  createdAt: string;
  /** Time in ISO 8601, UTC */
  updatedAt: string;
}

export interface BaseCapabilities {
  /** Whether the caller may change the base */
  manage: boolean;
  /** Whether the caller may read rows */
  readDirect: boolean;
  /** Whether the caller may write rows */
  writeDirect: boolean;
}

export interface BaseUpkeep {
  /** Id of the base */
  base: string;
  /** Id of the property */
  property: string;
  /** `convert` converts values to the new type; `purge` removes the values of a purged property */
  kind: string;
  /** Schema version that the change created */
  schemaVersion: number;
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
}

export interface Calendar {
  /** Calendar id */
  id: string;
  /** Account that the calendar belongs to; `local` if it exists only on this gateway */
  accountId: string;
  /** Calendar name */
  name: string;
  /** Calendar description; empty if unknown (default: "") */
  description: string;
  /** Color, as a name or in hexadecimal like #3a7bd5; empty if unknown (default: "") */
  color: string;
  /** IANA time zone, such as Europe/Berlin */
  timezone: string;
  /** Id of the owner */
  ownerId: string;
  /** Type of the owner */
  ownerType: "agent" | "user";
  /** Id of the calendar at the provider; empty if unknown (default: "") */
  providerCalendarId: string;
  /** The caller's role in the calendar */
  role: "free_busy" | "reader" | "writer" | "manager" | "owner";
  /** Whether this is the owner's default calendar */
  isDefault: boolean;
  /** Who can see the calendar */
  visibility: "private" | "shared" | "public";
  /** Calendar status */
  status: "active" | "archived";
  /** Additional metadata */
  metadata: Record<string, unknown>;
  /** When the calendar was created, Unix milliseconds */
  createdAt: number;
  /** When the calendar was last changed, Unix milliseconds */
  updatedAt: number;
  /** When the calendar was last synchronized with the provider, Unix milliseconds; 0 if unknown (default: 0) */
  lastSyncedAt: number;
}

export interface CalendarAccount {
  /** Account id */
  id: string;
  /** Provider of the account */
  provider: "local" | "caldav" | "smtp";
  /** Credentials connection that holds the account's secret */
  connection?: string;
  /** Connection settings of the server */
  config: CalendarAccountConfig;
  /** Id of the owner of the account and of the calendars imported from it */
  ownerId: string;
  /** Type of the owner */
  ownerType: "agent" | "user";
  /** Account status */
  status: "active" | "stopped";
  /** Why the account is stopped */
  statusReason?: "unauthorized" | "connection_missing" | "connection_disabled" | "secret_unavailable" | "misconfigured";
  /** When the account was created, Unix milliseconds */
  createdAt: number;
  /** When the account was last changed, Unix milliseconds */
  updatedAt: number;
  /** When the account was last synchronized, Unix milliseconds */
  lastSyncedAt?: number;
  /** When a synchronization last failed, Unix milliseconds */
  lastTriedAt?: number;
  /** Error message of the last failed synchronization */
  lastError?: string;
}

/** Connection settings of the server */
export interface CalendarAccountConfig {
  /** caldav: URL of the server, such as https://dav.example.com/ */
  url?: string;
  /** caldav: URL of a single calendar to synchronize instead of all calendars */
  calendarUrl?: string;
  /** User name for the server */
  username?: string;
  /** smtp: host name of the mail server */
  host?: string;
  /** smtp: port; by default 465 if `secure` is true, otherwise 587 */
  port?: number;
  /** smtp: true (the default) for implicit TLS, false for STARTTLS */
  secure?: boolean;
  /** smtp: address of the sender, such as calendar@example.com; caldav: address of the organizer, if the server does not name one */
  from?: string;
}

export interface CalendarAttendee {
  /** Attendee id */
  id: string;
  /** Id of the event */
  eventId: string;
  /** Id of the agent; empty if unknown (default: "") */
  agentId: string;
  /** Id of the contact; empty if unknown (default: "") */
  contactId: string;
  /** Display name; empty if unknown (default: "") */
  displayName: string;
  /** E-mail address; empty if unknown (default: "") */
  email: string;
  /** E-mail address in lower case without surrounding spaces, used for comparison; empty if unknown (default: "") */
  normalizedEmail: string;
  /** Id of the identity on the platform; empty if unknown (default: "") */
  platformIdentityId: string;
  /** Id of the attendee at the provider; empty if unknown (default: "") */
  providerAttendeeId: string;
  /** Kind of attendee */
  kind: "organizer" | "required" | "optional" | "resource";
  /** Response to the invitation */
  responseStatus: "accepted" | "declined" | "tentative" | "needs_action" | "unknown";
  /** Parameters of the iCalendar property that Postern does not interpret */
  raw: Record<string, unknown>;
  /** When the attendee was added, Unix milliseconds */
  createdAt: number;
  /** When the attendee was last changed, Unix milliseconds */
  updatedAt: number;
}

export interface CalendarDay {
  /** The day, as a date like 2026-11-24 */
  date: string;
  /** Number of events on this day */
  total: number;
  /** The first 100 events on this day: all-day ones, then by start time */
  events: CalendarDayEvent[];
}

export interface CalendarDayEvent {
  /** Event id; `<event>@<originalStartAt>` for an occurrence of a series */
  id: string;
  /** Event title */
  title: string;
  /** When it starts on this day; absent if it lasts all day or started on an earlier day, as local time like 09:30 */
  start?: string;
  /** When it ends on this day, at most 24:00; absent if it lasts all day or ends on a later day, as local time like 09:30 */
  end?: string;
  /** Whether the event lasts whole days, the same dates in every time zone */
  allDay: boolean;
  /** When the event starts, Unix milliseconds */
  startAt: number;
  /** When the event ends, Unix milliseconds */
  endAt: number;
  /** Event status */
  status: "confirmed" | "tentative" | "cancelled";
  /** Id of the calendar */
  calendarId: string;
  /** Name of the calendar; absent if the caller cannot see the calendar */
  calendar?: string;
  /** Event location */
  location?: string;
}

export interface CalendarEvent {
  /** Event id; `<event>@<originalStartAt>` for an occurrence of a series */
  id: string;
  /** UID of the event in iCalendar */
  uid: string;
  /** UID of the event in iCalendar */
  icalUid: string;
  /** Id of the account */
  accountId: string;
  /** Id of the calendar */
  calendarId: string;
  /** For an occurrence, the id of its series; empty if unknown (default: "") */
  seriesId: string;
  /** Version of the event at the provider; empty if unknown (default: "") */
  etag: string;
  /** Event title */
  title: string;
  /** Event description; empty if unknown (default: "") */
  description: string;
  /** Event location; empty if unknown (default: "") */
  location: string;
  /** Id of the event at the provider; empty if unknown (default: "") */
  providerEventId: string;
  /** Id of the series at the provider; empty if unknown (default: "") */
  providerRecurringEventId: string;
  /** Recurrence rule, as an iCalendar RRULE; empty if unknown (default: "") */
  recurrenceRule: string;
  /** IANA time zone of the start; empty if unknown (default: "") */
  startTimezone: string;
  /** IANA time zone of the end; empty if unknown (default: "") */
  endTimezone: string;
  /** Id of the agent that created the event; empty if unknown (default: "") */
  creatorAgentId: string;
  /** Id of the contact that created the event; empty if unknown (default: "") */
  creatorContactId: string;
  /** Id of the identity that created the event; empty if unknown (default: "") */
  creatorPlatformIdentityId: string;
  /** Id of the agent that organizes the event; empty if unknown (default: "") */
  organizerAgentId: string;
  /** Id of the contact that organizes the event; empty if unknown (default: "") */
  organizerContactId: string;
  /** Id of the identity that organizes the event; empty if unknown (default: "") */
  organizerPlatformIdentityId: string;
  /** Whether the event lasts whole days, the same dates in every time zone. startAt and endAt are then midnight UTC */
  allDay: boolean;
  /** When the event starts, Unix milliseconds */
  startAt: number;
  /** When the event ends; for an all-day event, the day after the last day, Unix milliseconds */
  endAt: number;
  /** For an occurrence, the start time that its series gives it, Unix milliseconds; 0 if unknown (default: 0) */
  originalStartAt: number;
  /** When the event was created, Unix milliseconds */
  createdAt: number;
  /** When the event was last changed, Unix milliseconds */
  updatedAt: number;
  /** When the event was cancelled, or deleted at the provider, Unix milliseconds; 0 if unknown (default: 0) */
  deletedAt: number;
  /** Revision number; each change that attendees are notified of increases it */
  sequence: number;
  /** Whether the time counts as busy */
  busyStatus: "busy" | "free";
  /** Event status */
  status: "confirmed" | "tentative" | "cancelled";
  /** Who can see the event */
  visibility: "default" | "public" | "private";
  /** Whether the description is shown in full */
  descriptionRedactionStatus: "full_local" | "redacted";
  /** Whether the location is shown in full */
  locationRedactionStatus: "full_local" | "redacted";
  /** `exdates` and `rdates`: start times of excluded and added occurrences, Unix milliseconds */
  recurrence: Record<string, unknown>;
  /** Source that the event was imported from, if any */
  providerProvenance: Record<string, unknown>;
  /** iCalendar data that Postern does not interpret, kept for export */
  safePayload: Record<string, unknown>;
  /** Attendees and their responses */
  attendees: CalendarAttendee[];
}

export interface CalendarImportDiagnostic {
  /** First line of the component, counted from 1 */
  line: number;
  /** Type of the component, such as VEVENT */
  component: string;
  /** UID of the event in iCalendar */
  uid?: string;
  /** Severity; components with errors are skipped */
  severity: "error" | "warning";
  /** Description of the problem */
  message: string;
}

export interface CalendarInvitee {
  /** Agent id */
  agent?: string;
  /** An e-mail address */
  email?: string;
  /** Display name */
  displayName?: string;
  /** Kind of attendee */
  kind?: "organizer" | "required" | "optional" | "resource";
}

export interface CalendarMember {
  /** Id of the agent or user */
  id: string;
  /** Type of the member */
  type: "agent" | "user";
  /** Access level of the member */
  relation: "manager" | "writer" | "reader" | "free_busy";
  /** When the calendar was shared with the member, Unix milliseconds */
  createdAt: number;
  /** When the access level last changed, Unix milliseconds */
  updatedAt: number;
}

export interface CalendarOutboxEntry {
  /** Outbox entry id */
  id: string;
  /** Id of the account */
  accountId: string;
  /** Id of the calendar */
  calendarId: string;
  /** Id of the event */
  eventId: string;
  /** Operation at the provider */
  operation: "create" | "update" | "cancel" | "respond";
  /** Delivery status */
  status: "pending" | "leased" | "sent" | "acked" | "failed" | "dead";
  /** Idempotency key of the delivery */
  idempotencyKey: string;
  /** Number of attempts so far */
  attemptCount: number;
  /** Error code of the last failed attempt; empty if unknown (default: "") */
  lastErrorCode: string;
  /** Error message of the last failed attempt */
  lastError?: string;
  /** Data to deliver */
  payload: Record<string, unknown>;
  /** Response of the provider */
  providerResult: Record<string, unknown>;
  /** When the entry was created, Unix milliseconds */
  createdAt: number;
  /** When the entry was last changed, Unix milliseconds */
  updatedAt: number;
  /** When the next attempt is due, Unix milliseconds; 0 if unknown (default: 0) */
  nextAttemptAt: number;
}

export interface CallProfile {
  /** Id of the profile */
  id: string;
  /** Display name */
  name: string;
  /** Spoken language as a BCP 47 tag */
  language?: string;
  /** Tags */
  tags: string[];
  /** Whether calls may be placed with it */
  enabled: boolean;
  /** Telephony provider */
  provider?: string;
  /** Name of the connection that holds the provider's credentials */
  connection?: string;
  /** Id of the agent that speaks */
  agentId?: string;
  /** Name of the voice at the provider */
  voice?: string;
  /** Action if an answering machine answers */
  voicemailPolicy: "hangup" | "leave_message";
  /** First message of the call */
  firstMessage?: string;
  /** Instructions for the agent or model that speaks */
  prompt?: string;
  /** Source of the profile */
  source: "system" | "plugin" | "store";
  /** Name of the plugin that provides it */
  plugin?: string;
  /** Whether it overrides a catalogue profile with the same id */
  overrides?: boolean;
  /** When it was created, Unix milliseconds */
  createdAt?: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt?: number;
}

export interface CallProfileDiagnostic {
  /** Stable code for programs */
  code: "invalid_profile" | "duplicate_profile";
  /** Severity */
  severity: "error";
  /** Source of the profile */
  source: "system" | "plugin" | "store";
  /** Name of the plugin */
  plugin?: string;
  /** Id of the profile */
  profileId?: string;
  /** JSON pointer to the invalid field */
  path?: string;
  /** Description of the problem */
  message: string;
}

export interface ChannelAdapter {
  /** Id of the adapter */
  id: string;
  /** Kind of the adapter */
  kind: string;
  /** Configuration of the adapter */
  config: Record<string, unknown>;
  /** Id of the connection that holds the secret */
  connection?: string;
  /** Id of the agent */
  agent?: string;
  /** Principal that created the adapter. Absent if it was created before owners were stored. */
  ownerId?: string;
  /** Connection status */
  status: "disabled" | "starting" | "connected" | "degraded" | "reconnecting" | "disconnected" | "failed";
  /** Reason if the adapter is not connected */
  reason?: string;
  /** When the adapter connected, Unix milliseconds */
  connectedAt?: number;
  /** When the platform last answered a ping, Unix milliseconds */
  lastPongAt?: number;
  /** When the adapter last received something, Unix milliseconds */
  lastInboundAt?: number;
  /** When the adapter last sent something, Unix milliseconds */
  lastOutboundAt?: number;
  /** Number of reconnects since the runner started */
  reconnectCount: number;
  /** When the adapter was created, Unix milliseconds */
  createdAt: number;
  /** When the adapter was last updated, Unix milliseconds */
  updatedAt: number;
}

export interface ChannelKind {
  /** Id of the kind */
  id: string;
  /** Display name */
  title: string;
  /** Description of the kind */
  description: string;
  /** Fields of adapters of this kind, required fields first */
  fields: {
    /** Name of the member of `config`, or `connection` */
    name: string;
    /** Type of the value */
    type: string;
    /** Whether it is required */
    required: boolean;
    /** Whether it refers to a secret */
    secret: boolean;
    /** Purpose of the field */
    description: string;
  }[];
  /** JSON Schema of the configuration */
  config: Record<string, unknown>;
  /** Secret that adapters of this kind use */
  secret?: {
    /** Whether a secret is required */
    needed: boolean;
    /** Description of the secret */
    what: string;
  };
  /** Text limits of the platform */
  text: {
    /** Maximum length of one message. Longer texts are sent as several messages. */
    most: number;
    /** Unit of the maximum length */
    unit: "bytes" | "characters";
    /** Whether each line is sent as a separate message */
    lines?: boolean;
  };
  /** Rate limit of the platform */
  flood: {
    /** Number of messages that can be sent in a burst */
    burst: number;
    /** Milliseconds between messages after the burst */
    every: number;
    /** Scope of the limit */
    per: "adapter" | "place";
  };
  /** Whether the platform recognizes repeated messages by their idempotency key */
  idempotent: boolean;
}

export interface ChannelOutboxEntry {
  /** Id of the adapter */
  adapter: string;
  /** Platform ID of the conversation */
  place: string;
  /** Id of the chat */
  chatId: string;
  /** Id of the message */
  messageId: string;
  /** Revision of the message when the entry was created */
  revision: number;
  /** Action on the platform */
  does: "send" | "edit" | "remove";
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
  /** Result of the last attempt */
  lastAttempt?: ChannelSendAttempt;
}

export interface ChannelPlace {
  /** Id of the adapter */
  adapter: string;
  /** Platform ID of the conversation */
  place: string;
  /** Kind of conversation */
  kind: "dm" | "group" | "room" | "thread";
  /** Title of the conversation */
  title?: string;
  /** Id of the connected chat. Absent after the place was closed. */
  chatId?: string;
  /** When the chat was connected, Unix milliseconds */
  openedAt: number;
}

export interface ChannelReaction {
  /** Id of the message */
  messageId: string;
  /** Id of the chat */
  chatId: string;
  /** Id of the adapter */
  adapter: string;
  /** Actor that reacted */
  actorId: string;
  /** Emoji, as the platform sends it */
  emoji: string;
  /** When the reaction was received, Unix milliseconds */
  at: number;
}

export interface ChannelSendAttempt {
  /** Outcome of the last attempt */
  outcome: "sent" | "changed" | "nothing" | "waiting" | "not-sent" | "refused" | "failed" | "ambiguous";
  /** Number of messages sent on the platform */
  parts?: number;
  /** Number of parts already sent */
  out?: number;
  /** Reason for the outcome */
  reason?: string;
}

export interface Chart {
  /** Id of the chart */
  id: string;
  /** Id of the base */
  baseId: string;
  /** Name of the chart */
  name: string;
  /** Kind of chart */
  kind: "bar" | "line" | "area" | "pie" | "number";
  /** Key of the property that rows are grouped by */
  x?: string;
  /** `count`, or an aggregate with the key of a property, such as `sum:amount` */
  y: string;
  /** Conditions that rows must meet */
  filter?: RowFilter;
  /** Ids of deleted or purged properties that the chart uses */
  dangling?: string[];
  /** Time in ISO 8601, UTC */
  createdAt: string;
  /** Time in ISO 8601, UTC */
  updatedAt: string;
}

export interface ChartPoint {
  /** Value that the rows are grouped by; absent for rows without a value */
  x?: string;
  /** Aggregated value of the group */
  y: number;
}

export interface Chat {
  /** Its id */
  id: string;
  /** Kind of the chat */
  kind: "dm" | "group" | "room" | "thread";
  /** Title of the chat */
  title?: string;
  /** Platform, such as irc */
  channel?: string;
  /** Id of the adapter on the platform */
  instanceId?: string;
  /** Id of the agent */
  agentId?: string;
  /** Tags */
  tags: string[];
  /** Id of the chat chosen by the caller */
  clientChatId?: string;
  /** Creation time, Unix milliseconds */
  createdAt: number;
  /** Time of the last change, Unix milliseconds */
  updatedAt: number;
  /** Time when it was archived, Unix milliseconds */
  archivedAt?: number;
}

export interface ChatCondition {
  /** Field of the chat */
  field: "channel" | "instanceId" | "kind" | "agentId" | "actorId" | "tag" | "title" | "lastActivity" | "archived";
  /** Operator */
  op: "eq" | "ne" | "in" | "contains" | "before" | "after";
  /** Value to compare with: a string, a number, true or false, or a list for `in` */
  value: string | number | boolean | string[];
}

export interface ChatDraft {
  /** Id of the draft */
  id: string;
  /** Id of the chat */
  chatId: string;
  /** Id of the author */
  actorId: string;
  /** The text so far */
  text: string;
  /** Time of the last change, Unix milliseconds */
  updatedAt: number;
}

export interface ChatMessage {
  /** Its id */
  id: string;
  /** Id of the chat */
  chatId: string;
  /** Id of the author: an agent or a person */
  actorId: string;
  /** Type of the author */
  actorType: "actor";
  /** Id of the message chosen by the caller */
  clientMessageId: string;
  /** Content; empty while the message is deleted */
  content: ChatMessageContent;
  /** Creation time, Unix milliseconds */
  createdAt: number;
  /** Time when the gateway received it, Unix milliseconds */
  ingestedAt: number;
  /** Time of the last change, Unix milliseconds */
  updatedAt: number;
  /** Revision, starting at 1 and increased by each change */
  revision: number;
  /** Position in the chat: a string that sorts messages in the order they were received */
  sortKey: string;
  /** State of the message */
  state: "created" | "updated" | "deleted";
  /** Id of the agent */
  agentId?: string;
  /** Platform, such as irc */
  channel?: string;
  /** Id of the adapter on the platform */
  instanceId?: string;
  /** Id of the contact */
  contactId?: string;
  /** Platform's type of the message */
  messageType?: string;
  /** Id of the identity on the platform */
  platformIdentityId?: string;
  /** Time of the message on the platform, Unix milliseconds */
  providerTimestamp?: number;
  /** Normalized id of the sender */
  normalizedSenderId?: string;
  /** Platform's id of the message */
  providerMessageId?: string;
  /** Platform's id of the conversation */
  rawChatId?: string;
  /** Platform's id of the sender */
  rawSenderId?: string;
  /** Other data from the platform */
  rawProvenance?: Record<string, unknown>;
}

/** Content; empty while the message is deleted */
export interface ChatMessageContent {
  /** Text of the message */
  text?: string;
}

export interface ChatSelector {
  /** Whether all conditions must match, or any */
  match: "all" | "any";
  /** Conditions */
  where: ChatCondition[];
}

export interface CheckStatus {
  /** Name of the group */
  name: string;
  /** Status of the group */
  status: "ok" | "degraded";
  /** Lines of the status */
  items: {
    /** Kind of thing: an adapter, an account, a kind of work */
    name: string;
    /** Its state or number */
    value: string;
    /** Why it has this state */
    detail?: string;
  }[];
}

export interface CodingAgent {
  /** Agent name */
  name: string;
  /** Display name */
  title?: string;
  /** Whether the program of the agent was found */
  found: boolean;
  /** Environment variables passed to the agent in addition to the standard ones */
  env: string[];
  /** Names in `env` that the gateway's environment does not set */
  missing?: string[];
  /** Default folder of its sessions; omitted if it is an absolute path */
  cwd?: string;
}

export interface CodingContent {
  /** Content type */
  type: "text" | "diff" | "terminal";
  /** Text of the content */
  text?: string;
  /** Path of the changed file */
  path?: string;
  /** Text before the change */
  before?: string;
  /** Text after the change */
  after?: string;
  /** True if text was truncated */
  cut?: boolean;
}

export interface CodingMessage {
  /** Session id */
  session: string;
  /** Number of the message in its session, starting at 1 */
  number: number;
  /** Turn id */
  turn: string;
  /** Kind of message */
  kind: "user" | "agent" | "thought" | "tool" | "plan";
  /** Text of the message */
  text?: string;
  /** Tool call */
  tool?: CodingTool;
  /** Steps of the agent's plan */
  plan?: CodingPlanEntry[];
  /** When the message was added, in Unix milliseconds */
  at: number;
  /** When the message last changed, in Unix milliseconds */
  updatedAt?: number;
}

export interface CodingPlanEntry {
  /** Description of the step */
  content: string;
  /** Status of the step */
  status: string;
  /** Priority of the step */
  priority?: string;
}

export interface CodingSession {
  /** Session id */
  id: string;
  /** Name of the coding agent */
  agent: string;
  /** Title of the session */
  title?: string;
  /** Working folder relative to the workspace, or name:folder in an additional workspace */
  cwd: string;
  /** Machine that has the folder and runs the agent */
  host?: string;
  /** Status of the session: waiting if a permission request is open, gone if its agent ended */
  status: "starting" | "idle" | "running" | "waiting" | "gone";
  /** Why the session is gone, its agent has not started yet, or its agent refused a change */
  reason?: string;
  /** Whether the agent's process is running */
  live: boolean;
  /** Whether the agent can resume the session after its process has ended */
  resumable: boolean;
  /** The agent's own session id */
  agentSession?: string;
  /** Id of the running turn */
  turn?: string;
  /** Number of waiting turns */
  waiting: number;
  /** When the session was created, in Unix milliseconds */
  createdAt: number;
  /** When the session last changed, in Unix milliseconds */
  updatedAt: number;
  /** When the session was archived, in Unix milliseconds */
  archivedAt?: number;
  /** Where the session is archived: by the agent itself, or only here in Postern */
  archivedIn?: "agent" | "here";
  /** Changes that the agent has not been notified of yet */
  pending?: "archive" | "unarchive" | "title"[];
}

export interface CodingTool {
  /** Tool call id */
  id: string;
  /** Title of the tool call */
  title?: string;
  /** Kind of tool, such as read, edit or execute */
  kind?: string;
  /** Status of the tool call, such as pending or completed */
  status?: string;
  /** Content of the tool call */
  content?: CodingContent[];
  /** Number of content items that were dropped */
  left?: number;
}

export interface CodingTurn {
  /** Turn id */
  id: string;
  /** Session id */
  session: string;
  /** State of the turn */
  state: "waiting" | "running" | "done" | "cancelled" | "failed";
  /** Why the agent ended the turn, in its own terms, such as end_turn or max_tokens */
  stopReason?: string;
  /** Why the turn failed or was cancelled */
  reason?: string;
  /** Number of messages that were dropped because of the limits of a turn */
  left?: number;
  /** When cancellation of the running turn was requested, in Unix milliseconds */
  cancelAt?: number;
  /** When the turn was added, in Unix milliseconds */
  createdAt: number;
  /** When the turn started, in Unix milliseconds */
  startedAt?: number;
  /** When the turn ended, in Unix milliseconds */
  finishedAt?: number;
}

export interface Connection {
  /** Id of the connection */
  id: string;
  /** Name of the connection */
  connection: string;
  /** Label for people */
  label: string;
  /** Provider of the connection */
  provider: string;
  /** Reference to the secret, not the secret itself */
  secretRef: string;
  /** Backend that stores the secret */
  backend: "keychain" | "vault" | "env";
  /** Host that has the secret in its keychain, its environment or its folder of the vault; absent if the secret is in the store */
  host?: string;
  /** Permissions of the secret, in the provider's terms */
  scopes: string[];
  /** Hosts to which the secret may be sent; empty until the first use sets them, and absent if the connection was created before hosts were stored */
  hosts?: string[];
  /** Id of the principal that created the connection and may use it */
  ownerId?: string;
  /** Status of the connection */
  status: "active" | "disabled";
  /** Reason for the status */
  statusReason?: "asked" | "check_failed" | "secret_unreadable";
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
  /** When its secret was last used, with an accuracy of one minute, in Unix milliseconds */
  lastUsedAt?: number;
  /** Groups that used it in the last 30 days */
  usedBy: string[];
}

export interface Context {
  /** Id of the context, `ctx_…` */
  id: string;
  /** Name of the context */
  label: string;
  /** Grants of the context; its ancestors may allow less */
  scopes: string[];
  /** Id of the agent that uses its keys */
  agentId?: string;
  /** Id of the parent context */
  parentId?: string;
  /** Status of the context */
  status: "active" | "revoked" | "expired";
  /** Creation time, Unix milliseconds */
  createdAt: number;
  /** Expiry of its keys, Unix milliseconds */
  expiresAt?: number;
  /** Last use of one of its keys, accurate to the minute, Unix milliseconds */
  lastUsedAt?: number;
  /** Time when it or one of its ancestors was revoked, Unix milliseconds */
  revokedAt?: number;
}

export interface CredentialBackend {
  /** Name of the backend */
  name: "keychain" | "vault" | "env";
  /** Whether it can be used at the moment */
  works: boolean;
  /** Whether new secrets are stored in it by default */
  isDefault: boolean;
  /** Why it cannot be used */
  reason?: string;
  /** What to do about it */
  fix?: string;
  /** Where the key of the vault is stored */
  keyIn?: "keychain" | "file";
  /** Where the vault stores new secrets */
  place?: "folder" | "store";
  /** Number of unused secrets not yet removed */
  leftovers: number;
}

export interface CredentialProvider {
  /** Id of the provider */
  id: string;
  /** Name of the provider for people */
  label: string;
  /** Number of its connections, counted up to 10,000 */
  connections: number;
}

export interface EventType {
  /** The event type */
  type: string;
  /** Name of the group that emits it */
  group: string;
  /** Description in one sentence */
  summary: string;
  /** Topic on which the event is published */
  topic?: string;
  /** Scope that a key needs to see the event */
  scope: string;
  /** JSON Schema of the payload */
  data: Record<string, unknown>;
}

export interface Finding {
  /** Kind of the finding, such as `backup.old` or `plugin.failed` */
  id: string;
  /** `error`: something does not work; `warning`: it may fix itself, or becomes an error; `info`: it is intended */
  severity: "error" | "warning" | "info";
  /** Evidence */
  evidence: string;
  /** Command that fixes the problem or shows details */
  fix: string;
}

export interface GatewayMember {
  /** Id of the gateway */
  id: string;
  /** Name of its machine */
  host: string;
  /** State: `lost` if it has ended unexpectedly or does not report */
  state: "running" | "draining" | "drained" | "lost";
  /** Version of Postern */
  version: string;
  /** Start time, Unix milliseconds */
  startedAt: number;
  /** Time of its last report, Unix milliseconds */
  reportedAt: number;
  /** Number of commits that it had not noticed at its last report */
  lag: number;
  /** Work that only it does at its last report */
  held: HeldWork[];
  /** Process id on its machine */
  pid: number;
  /** Whether it is the gateway that answers */
  isSelf: boolean;
}

export interface HealthProblem {
  /** Kind of the problem, such as `channels.adapter_failed` */
  check: string;
  /** `error`: something does not work; `warning`: it may fix itself, or becomes an error; `info`: it is intended */
  severity: "error" | "warning" | "info";
  /** What is wrong */
  message: string;
  /** Command that fixes the problem or shows details */
  fix: string;
}

export interface HeldWork {
  /** Name of the queue or worker */
  worker: string;
  /** Number of entries, sessions or connections that it has claimed for itself */
  count: number;
}

export interface Hook {
  /** Id of the webhook */
  id: string;
  /** Status of the webhook */
  status: "enabled" | "disabled";
  /** Why the webhook is disabled */
  statusReason?: "asked" | "gone" | "context_ended";
  /** URL to which events are posted */
  url: string;
  /** Event types to deliver, as globs */
  types: string[];
  /** A description for people */
  description?: string;
  /** Id of the context that created it; only events that this context may read are delivered */
  contextId: string;
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
}

export interface HookDelivery {
  /** Id of the webhook */
  hook: string;
  /** Type of the event */
  type: string;
  /** Id of the event; absent for a test */
  event?: string;
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
  /** Result of the last attempt */
  lastAttempt?: HookDeliveryAttempt;
}

export interface HookDeliveryAttempt {
  /** HTTP status of the response */
  status?: number;
  /** Duration of the attempt in milliseconds */
  milliseconds: number;
  /** The start of the response body */
  answer?: string;
}

export interface IndexBuild {
  /** Plugin that owns the indexes */
  plugin: string;
  /** Names of the indexes in the store, such as `tasks.task.byState` */
  indexes: string[];
  /** Number of processed records */
  records: number;
  /** Duration in this process, in milliseconds */
  durationMs: number;
  /** State of the build */
  state: "building" | "built";
}

export interface JetstreamBridge {
  /** Id of the bridge */
  id: string;
  /** A name for people */
  label: string;
  /** Whether it runs */
  status: "enabled" | "disabled";
  /** Why it is disabled */
  statusReason?: "asked" | "context_ended";
  /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
  servers: string[];
  /** User name, if the secret is a password */
  user?: string;
  /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
  connection?: string;
  /** Allow public servers without TLS */
  plain?: boolean;
  /** Certificates (PEM) to trust instead of the system's */
  ca?: string;
  /** Name of the stream */
  stream: string;
  /** Template of the subjects */
  subject: string;
  /** Event types to publish, as globs */
  types: string[];
  /** Id of the context that created it */
  contextId: string;
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
}

export interface JetstreamBridgeStatus {
  /** Id of the bridge */
  id: string;
  /** A name for people */
  label: string;
  /** Whether it runs */
  status: "enabled" | "disabled";
  /** Why it is disabled */
  statusReason?: "asked" | "context_ended";
  /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
  servers: string[];
  /** User name, if the secret is a password */
  user?: string;
  /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
  connection?: string;
  /** Allow public servers without TLS */
  plain?: boolean;
  /** Certificates (PEM) to trust instead of the system's */
  ca?: string;
  /** Name of the stream */
  stream: string;
  /** Template of the subjects */
  subject: string;
  /** Event types to publish, as globs */
  types: string[];
  /** Id of the context that created it */
  contextId: string;
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
  /** `connected`, `connecting`, `failing`: waits before it tries again, or `idle`: not run by any process */
  state: "connected" | "connecting" | "failing" | "idle";
  /** Address of the server */
  server?: string;
  /** When this state began, in Unix milliseconds */
  stateChangedAt?: number;
  /** The last error, also if it works again */
  lastError?: {
    /** When it happened, in Unix milliseconds */
    at: number;
    /** What was wrong */
    message: string;
  };
  /** Id of the last event that was acknowledged or skipped */
  cursor?: string;
  /** Number of events that were acknowledged */
  published: number;
  /** Number of events published without their data, which was too large */
  withoutData: number;
  /** Events that the journal had deleted before they were published */
  gap?: {
    /** Id of the event before it */
    after: string;
    /** Id of the event after it */
    first: string;
  };
}

export interface JetstreamConsumer {
  /** Id of the consumer */
  id: string;
  /** A name for people */
  label: string;
  /** Whether it runs */
  status: "enabled" | "disabled";
  /** Why it is disabled */
  statusReason?: "asked" | "context_ended";
  /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
  servers: string[];
  /** User name, if the secret is a password */
  user?: string;
  /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
  connection?: string;
  /** Allow public servers without TLS */
  plain?: boolean;
  /** Certificates (PEM) to trust instead of the system's */
  ca?: string;
  /** Name of the stream */
  stream: string;
  /** Name of the durable consumer at the server */
  durable: string;
  /** Subjects whose messages are handled */
  filter: string;
  /** Ids of the operations that messages may call */
  operations: string[];
  /** Subjects to which answers may be sent */
  replySubjects: string[];
  /** How often a message is delivered before it is a dead letter */
  maxDeliver: number;
  /** How many messages are handled at a time */
  maxInFlight: number;
  /** Subject to which dead letters are published */
  deadLetterSubject?: string;
  /** Id of the context with whose rights operations are called */
  actsAs: string;
  /** Id of the context that created it */
  contextId: string;
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
}

export interface JetstreamConsumerStatus {
  /** Id of the consumer */
  id: string;
  /** A name for people */
  label: string;
  /** Whether it runs */
  status: "enabled" | "disabled";
  /** Why it is disabled */
  statusReason?: "asked" | "context_ended";
  /** Servers of one cluster, such as nats://localhost:4222. The port is 4222 by default. */
  servers: string[];
  /** User name, if the secret is a password */
  user?: string;
  /** Credentials connection of the provider `nats`. Its secret is a token, the password of `user`, the seed of an nkey or the content of a credentials file */
  connection?: string;
  /** Allow public servers without TLS */
  plain?: boolean;
  /** Certificates (PEM) to trust instead of the system's */
  ca?: string;
  /** Name of the stream */
  stream: string;
  /** Name of the durable consumer at the server */
  durable: string;
  /** Subjects whose messages are handled */
  filter: string;
  /** Ids of the operations that messages may call */
  operations: string[];
  /** Subjects to which answers may be sent */
  replySubjects: string[];
  /** How often a message is delivered before it is a dead letter */
  maxDeliver: number;
  /** How many messages are handled at a time */
  maxInFlight: number;
  /** Subject to which dead letters are published */
  deadLetterSubject?: string;
  /** Id of the context with whose rights operations are called */
  actsAs: string;
  /** Id of the context that created it */
  contextId: string;
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
  /** `connected`, `connecting`, `failing`: waits before it tries again, or `idle`: not run by any process */
  state: "connected" | "connecting" | "failing" | "idle";
  /** Address of the server */
  server?: string;
  /** When this state began, in Unix milliseconds */
  stateChangedAt?: number;
  /** The last error, also if it works again */
  lastError?: {
    /** When it happened, in Unix milliseconds */
    at: number;
    /** What was wrong */
    message: string;
  };
  /** Number of messages that were handled, about */
  handled: number;
  /** Number of dead letters */
  dead: number;
}

export interface LastError {
  /** Group, and the failed part */
  source: string;
  /** When it failed, Unix milliseconds */
  at: number;
  /** Error message */
  message: string;
}

export interface MissingRequirement {
  /** Kind of requirement */
  what: "package" | "program" | "connection";
  /** Name of the package, program or provider */
  name: string;
  /** How to provide it */
  fix: string;
}

export interface OfferedVoice {
  /** Voice id */
  id: string;
  /** Name of the voice */
  name: string;
  /** Speech provider */
  provider: "local" | "voiceprovider";
  /** Speech engine of this machine */
  engine?: string;
  /** Language of the voice */
  lang?: string;
  /** Gender of the voice, such as female */
  gender?: string;
}

export interface Permission {
  /** Permission request id */
  id: string;
  /** Session id */
  session: string;
  /** Turn id */
  turn: string;
  /** Action that the agent asks permission for */
  title: string;
  /** Kind of tool, such as edit or execute */
  kind?: string;
  /** Content of the tool call, such as a diff */
  content?: CodingContent[];
  /** Possible answers */
  options: PermissionOption[];
  /** State of the request */
  state: "open" | "answered" | "cancelled" | "expired";
  /** Id of the chosen option */
  option?: string;
  /** Id of the context that answered */
  answeredBy?: string;
  /** When the agent asked, in Unix milliseconds */
  createdAt: number;
  /** When the request was answered or closed, in Unix milliseconds */
  closedAt?: number;
}

export interface PermissionOption {
  /** Option id */
  option: string;
  /** Label of the option */
  name: string;
  /** Kind of option, such as allow_once, allow_always, reject_once or reject_always */
  kind?: string;
}

export interface PluginStatus {
  /** Name of the plugin's group */
  id: string;
  /** Version of the plugin */
  version: string;
  /** State of the plugin */
  state: "running" | "read-only" | "failed";
  /** Number of operations */
  operations: number;
  /** Reason why it failed or is read-only */
  error?: string;
}

export interface Project {
  /** Id of the project */
  id: string;
  /** Unique name in addresses */
  slug: string;
  /** Name of the project */
  name: string;
  /** Description of the project */
  description?: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt: number;
  /** When it was archived, Unix milliseconds */
  archivedAt?: number;
}

export interface ProjectTask {
  /** Id of the task */
  id: string;
  /** Title in one line */
  title: string;
  /** Status: open, active or blocked */
  status: string;
  /** Priority: low, normal, high or urgent */
  priority: string;
  /** Assignee as type:id */
  assignee?: string;
  /** When it is due, Unix milliseconds */
  dueAt?: number;
}

export interface ProjectTasks {
  /** Number of unarchived tasks, by status */
  counts: Record<string, number>;
  /** The first unfinished tasks, most urgent first, then by due time */
  open: ProjectTask[];
}

export interface Property {
  /** Id of the property */
  id: string;
  /** Key of the property in `values` */
  key: string;
  /** Name of the property */
  name: string;
  /** A description for people; empty if unknown (default: "") */
  description: string;
  /** Type of the property */
  type: "text" | "number" | "checkbox" | "date" | "select" | "multi_select" | "status" | "url" | "email" | "phone" | "person" | "ref" | "agent" | "approval";
  /** Settings of the property's type; unset settings are absent */
  config: PropertyConfig;
  /** Whether every row must have a value */
  required: boolean;
  /** Position among the properties, starting at 0 */
  position: number;
  /** Time in ISO 8601, UTC; empty if it is not deleted (default: "") */
  deletedAt: string;
}

export interface PropertyApprover {
  /** Kind of approver */
  kind: "user" | "agent" | "role";
  /** Id of the user or agent; empty if unknown (default: "") */
  userId: string;
  /** Minimum role that may approve; empty if unknown (default: "") */
  minRole: "member" | "admin" | "";
}

/** Settings of the property's type; unset settings are absent */
export interface PropertyConfig {
  /** For agent: id of the agent that fills in the value */
  agent?: string;
  /** For number with format currency: ISO 4217 code */
  currency?: string;
  /** For number: plain, currency or percent. For date: iso, eu or us */
  format?: string;
  /** For agent: instructions for the value to fill in */
  instructions?: string;
  /** For agent: type of the value */
  output?: "text" | "number" | "checkbox" | "date";
  /** For date: whether values include the time of day */
  includeTime?: boolean;
  /** For number: maximum number of decimals */
  precision?: number;
  /** For agent: properties that the agent is given */
  inputs?: string[];
  /** For agent: properties whose change clears the value; `inputs` by default */
  resetOn?: string[];
  /** Roles, users or agents that may approve */
  approvers?: PropertyApprover[];
  /** Options of a select, multi_select or status */
  options?: PropertyOption[];
}

export interface PropertyConfigInput {
  /** For agent: id of the agent that fills in the value */
  agent?: string;
  /** For number with format currency: ISO 4217 code */
  currency?: string;
  /** For number: plain, currency or percent. For date: iso, eu or us */
  format?: string;
  /** For agent: instructions for the value to fill in */
  instructions?: string;
  /** For agent: type of the value */
  output?: "text" | "number" | "checkbox" | "date";
  /** For date: whether values include the time of day */
  includeTime?: boolean;
  /** For number: maximum number of decimals */
  precision?: number;
  /** For agent: properties that the agent is given */
  inputs?: string[];
  /** For agent: properties whose change clears the value; `inputs` by default */
  resetOn?: string[];
  /** Roles, users or agents that may approve */
  approvers?: {
    /** Kind of approver */
    kind: "user" | "agent" | "role";
    /** Id of the user or agent; empty for a role */
    userId?: string;
    /** Minimum role that may approve */
    minRole?: "member" | "admin" | "";
  }[];
  /** Options of a select, multi_select or status */
  options?: {
    /** Id of an existing option, to keep it */
    id?: string;
    /** Name of the option */
    name: string;
    /** Color name, or a value such as #3a7bd5 */
    color?: string;
    /** Whether the option can no longer be selected; rows that have it keep it */
    archived?: boolean;
    /** Group of a status option, such as todo, doing or done */
    group?: string;
  }[];
}

export interface PropertyOption {
  /** Id of the option */
  id: string;
  /** Name of the option */
  name: string;
  /** Color name, or a value such as #3a7bd5; gray if none is set (default: "gray") */
  color: string;
  /** Whether the option can no longer be selected; rows that have it keep it */
  archived?: boolean;
  /** Group of a status option, such as todo, doing or done */
  group?: string;
}

export interface QueueStatus {
  /** Name of the queue or consumer */
  name: string;
  /** Number of waiting entries, counted up to 10,000 */
  waiting: number;
  /** Number of running entries */
  running: number;
  /** Number of dead entries, which have used all attempts */
  dead: number;
  /** Time when the first waiting entry, or the next run, is or was due, Unix milliseconds */
  dueAt?: number;
  /** Number of commits that a consumer has not examined yet */
  behind?: number;
  /** Reason why it is stuck */
  trouble?: string;
}

export interface ReadCursor {
  /** Id of the last message that was read */
  messageId?: string;
  /** sortKey of that message */
  sortKey?: string;
  /** Time when it was read, Unix milliseconds */
  readAt?: number;
}

export interface ReadingList {
  /** Its id */
  id: string;
  /** Name of the list */
  name: string;
  /** How chats are added: manually (static), by the selector (dynamic) or both (hybrid) */
  mode: "static" | "dynamic" | "hybrid";
  /** Id of the owner */
  ownerId: string;
  /** Type of the owner */
  ownerType: string;
  /** Who can see the list */
  visibility: "private" | "team" | "system";
  /** Description of the list */
  description?: string;
  /** Selector of the chats on the list */
  selector?: ChatSelector;
  /** Creation time, Unix milliseconds */
  createdAt: number;
  /** Time of the last change, Unix milliseconds */
  updatedAt: number;
  /** Time when it was archived, Unix milliseconds */
  archivedAt?: number;
}

export interface ReadingListMember {
  /** Id of the chat */
  chatId: string;
  /** Whether the chat was added manually or by the selector */
  source: "manual" | "selector";
  /** Time when it was added, Unix milliseconds */
  addedAt: number;
  /** Priority; chats with a higher priority come first */
  priority: number;
  /** The chat */
  chat: Chat;
  /** Number of unread messages */
  unreadCount: number;
  /** Number of messages */
  messageCount: number;
  /** The newest message */
  lastMessage?: ChatMessage;
  /** Read position */
  cursor: ReadCursor;
}

export interface ReadingListMembership {
  /** Id of the chat */
  chatId: string;
  /** Whether the chat was added manually or by the selector */
  source: "manual" | "selector";
  /** Time when it was added, Unix milliseconds */
  addedAt: number;
  /** Priority; chats with a higher priority come first */
  priority: number;
  /** State of the membership */
  state: "active" | "excluded" | "removed";
}

export interface RecomputeReport {
  /** Number of chats added because they match */
  added: number;
  /** Number of chats that match */
  eligible: number;
  /** Number of chats kept because they still match */
  kept: number;
  /** Number of manually added chats, which are always kept */
  preserved: number;
  /** Number of chats removed because they no longer match */
  removed: number;
  /** The reading list */
  list: ReadingList;
}

export interface Responder {
  /** Id of the responder */
  id: string;
  /** Kind of the responder */
  kind: string;
  /** Whether it answers turns */
  status: "enabled" | "disabled";
  /** Agents whose turns it answers */
  agents: string[];
  /** Configuration of its kind */
  config: Record<string, unknown>;
  /** Credential connection that holds the secret */
  connection?: string;
  /** Grants for the operations that it may call as tools */
  scopes: string[];
  /** Context as which it calls tools */
  contextId?: string;
  /** Number of chats that it answers at the same time */
  concurrency: number;
  /** Daily limits */
  budget?: ResponderStoredBudget;
  /** Who created it */
  ownerId?: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt: number;
}

export interface ResponderAgentBudget {
  /** Agent id */
  agent: string;
  /** Maximum number of turns a day */
  turns?: number;
  /** Maximum number of tokens a day */
  tokens?: number;
  /** Maximum cost a day */
  cost?: number;
  /** Today's use */
  usage: ResponderUsage;
}

/** Daily limits; none by default. Prices are needed for `cost` */
export interface ResponderBudget {
  /** Maximum number of turns a day (UTC). From 0 to 1000000000000 */
  turns?: number | string;
  /** Maximum number of tokens a day (UTC). From 0 to 1000000000000 */
  tokens?: number | string;
  /** Maximum cost a day (UTC), in your currency. From 0 to 1000000000 */
  cost?: number | string;
  /** Price of a million input tokens. From 0 to 1000000 */
  inputPrice?: number | string;
  /** Price of a million output tokens. From 0 to 1000000 */
  outputPrice?: number | string;
}

export interface ResponderDetails {
  /** Id of the responder */
  id: string;
  /** Kind of the responder */
  kind: string;
  /** Whether it answers turns */
  status: "enabled" | "disabled";
  /** Agents whose turns it answers */
  agents: string[];
  /** Configuration of its kind */
  config: Record<string, unknown>;
  /** Credential connection that holds the secret */
  connection?: string;
  /** Grants for the operations that it may call as tools */
  scopes: string[];
  /** Context as which it calls tools */
  contextId?: string;
  /** Number of chats that it answers at the same time */
  concurrency: number;
  /** Daily limits */
  budget?: ResponderStoredBudget;
  /** Who created it */
  ownerId?: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt: number;
  /** Today's use */
  usage: ResponderUsage;
  /** When it last answered a turn, Unix milliseconds */
  lastAnswerAt?: number;
  /** Why its last failed attempt failed */
  lastError?: string;
  /** When its last attempt failed, Unix milliseconds */
  lastErrorAt?: number;
  /** Why it cannot answer turns at the moment */
  problem?: string;
}

export interface ResponderKind {
  /** Id of the kind */
  id: string;
  /** Title of the kind */
  title: string;
  /** Description of the kind */
  description: string;
  /** Fields of responders of the kind */
  fields: {
    /** Name of the field */
    name: string;
    /** Type of its value */
    type: string;
    /** Whether it is required */
    required: boolean;
    /** Whether it names a secret */
    secret: boolean;
    /** Meaning of the field */
    description: string;
  }[];
  /** JSON Schema of its configuration */
  config: Record<string, unknown>;
}

export interface ResponderStoredBudget {
  /** Maximum number of turns a day */
  turns?: number;
  /** Maximum number of tokens a day */
  tokens?: number;
  /** Maximum cost a day */
  cost?: number;
  /** Price of a million input tokens */
  inputPrice?: number;
  /** Price of a million output tokens */
  outputPrice?: number;
}

export interface ResponderUsage {
  /** Day (UTC), such as 2026-01-31 */
  day: string;
  /** Number of turns */
  turns: number;
  /** Number of tokens, including reserved ones */
  tokens: number;
  /** Cost, including reservations; 0 without prices */
  cost: number;
}

export interface Row {
  /** Id of the row */
  id: string;
  /** Id of the base */
  baseId: string;
  /** Values by property key; a property without a value is absent */
  values: Record<string, unknown>;
  /** Version of the row, incremented by every change */
  version: number;
  /** Time in ISO 8601, UTC */
  createdAt: string;
  /** Time in ISO 8601, UTC */
  updatedAt: string;
  /** Who created the row, as type:id */
  createdBy: string;
  /** Time in ISO 8601, UTC */
  archivedAt?: string;
}

export interface RowCondition {
  /** Key or id of a property, createdAt or updatedAt */
  field: string;
  /** Comparison operator */
  op: "eq" | "ne" | "in" | "contains" | "lt" | "lte" | "gt" | "gte" | "empty" | "filled";
  /** Value to compare the field with; a list for `in` */
  value?: string | number | boolean | (string | number)[];
}

export interface RowFilter {
  /** Whether a row must meet all conditions or any of them */
  match: "all" | "any";
  /** The conditions */
  where: RowCondition[];
}

export interface RowImport {
  /** Id of the import */
  id: string;
  /** Id of the base */
  baseId: string;
  /** File format */
  format: "csv" | "xlsx";
  /** State of the import */
  state: "running" | "done" | "undoing" | "undone";
  /** Number of rows created, without those removed by an undo */
  rows: number;
  /** Number of rows to create */
  of: number;
  /** Number of invalid lines that were skipped because of `partial` */
  skipped: number;
  /** Time in ISO 8601, UTC */
  createdAt: string;
  /** Who started the import, as type:id */
  createdBy: string;
  /** Time in ISO 8601, UTC */
  finishedAt?: string;
  /** Why the import was undone */
  reason?: string;
  /** Error of the last attempt; further attempts are made automatically */
  lastError?: string;
}

export interface Rule {
  /** Id of the rule */
  id: string;
  /** Name of the rule */
  name: string;
  /** Status of the rule */
  status: "enabled" | "disabled";
  /** Why it is disabled: on request, or because its key or an ancestor has ended */
  statusReason?: "asked" | "context_ended";
  /** Events after which it runs */
  on: RuleEvents;
  /** When it runs */
  when?: RuleTimes;
  /** Operation that it runs */
  action: RuleAction;
  /** Whether each run is proposed for approval */
  isProposal: boolean;
  /** Id of the context that created it; it sees the events that this context may read */
  contextId: string;
  /** Id of the context as which it runs the operation */
  actionContextId: string;
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
}

/** Operation to run */
export interface RuleAction {
  /** Id of the operation to run, such as tasks.create */
  operation: string;
  /** Input of the operation. "{{run.id}}" in a text is replaced by a value of the run, and an object {"$": "run.dueAt"} by a value of any type. "{{{{" is a literal "{{" */
  input?: Record<string, unknown>;
  /** Propose the command for approval, even if your key may execute it */
  propose?: boolean;
}

export interface RuleDetails {
  /** Id of the rule */
  id: string;
  /** Name of the rule */
  name: string;
  /** Status of the rule */
  status: "enabled" | "disabled";
  /** Why it is disabled: on request, or because its key or an ancestor has ended */
  statusReason?: "asked" | "context_ended";
  /** Events after which it runs */
  on: RuleEvents;
  /** When it runs */
  when?: RuleTimes;
  /** Operation that it runs */
  action: RuleAction;
  /** Whether each run is proposed for approval */
  isProposal: boolean;
  /** Id of the context that created it; it sees the events that this context may read */
  contextId: string;
  /** Id of the context as which it runs the operation */
  actionContextId: string;
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
  /** Number of runs that were done or wait for an approval */
  runs: number;
  /** Number of runs that failed, are unclear or were stopped */
  failures: number;
  /** Number of matching events without a run, because of the rate or the quiet time */
  skipped: number;
  /** Number of events for which the filter failed; they do not match */
  filterErrors: number;
  /** When its last run ended, in Unix milliseconds */
  lastRunAt?: number;
  /** Id of its last run */
  lastRunId?: string;
  /** `done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done. `stopped`: the rule caused its own event, in a loop */
  lastRunStatus?: "done" | "pending" | "failed" | "unclear" | "stopped";
  /** Its last error, of a run or of the filter */
  lastError?: string;
  /** When that was, in Unix milliseconds */
  lastErrorAt?: number;
  /** When it last skipped an event, in Unix milliseconds */
  lastSkipAt?: number;
  /** Why it skipped it */
  lastSkipReason?: "rate" | "quiet_time";
}

/** Events after which it runs */
export interface RuleEvents {
  /** Event types, as globs */
  types: string[];
  /** Expression that is true for the wanted events */
  filter?: string;
}

/** Events after which the rule runs */
export interface RuleEventsInput {
  /** Event types; `*` matches one segment, `**` any number of segments */
  types: string[];
  /** Expression about `event` that is true for the wanted events, such as event.data.kind == "new" */
  filter?: string;
}

/** Time of each day in which nothing is run */
export interface RuleQuietTime {
  /** Local time at which it begins */
  from: string;
  /** Local time at which it ends */
  to: string;
  /** IANA time zone of both */
  timezone: string;
  /** Whether runs wait until it ends (the default) or are skipped */
  during?: "wait" | "skip";
}

/** Time of each day in which nothing is run */
export interface RuleQuietTimeInput {
  /** Local time at which it begins, such as 22:00 */
  from: string;
  /** Local time at which it ends, such as 07:00 */
  to: string;
  /** IANA time zone of both */
  timezone: string;
  /** `wait` (the default): runs wait for its end. `skip`: its events cause no runs */
  during?: "wait" | "skip";
}

/** Limit of runs */
export interface RuleRate {
  /** Maximum number of runs */
  count: number;
  /** Period in which they are counted, in milliseconds */
  perMs: number;
}

/** Limit of runs; further ones are skipped and counted */
export interface RuleRateInput {
  /** Maximum number of runs */
  count: number;
  /** Period in which they are counted, in milliseconds */
  perMs: number;
}

export interface RuleRun {
  /** Id of the rule */
  rule: string;
  /** Id of the event that it follows */
  event: string;
  /** Type of that event */
  type: string;
  /** Number of matching events that it is about */
  events: number;
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
  /** Result of the last attempt */
  lastAttempt?: RuleRunOutcome;
}

/** Why it was not run, or is unclear */
export interface RuleRunError {
  /** Code of the error */
  code: string;
  /** What is wrong */
  message: string;
}

export interface RuleRunOutcome {
  /** `done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done. `stopped`: the rule caused its own event, in a loop */
  status: "done" | "pending" | "failed" | "unclear" | "stopped";
  /** Id in the answer of the operation, if there is one */
  resultId?: string;
  /** Id of the approval that it waits for */
  approvalId?: string;
  /** When the approval expires, in Unix milliseconds */
  expiresAt?: number;
  /** Why it was not run, or is unclear */
  error?: RuleRunError;
}

/** When it runs */
export interface RuleTimes {
  /** Time of each day in which nothing is run */
  quietTime?: RuleQuietTime;
  /** How long there must be no further matching event, in milliseconds */
  debounceMs?: number;
  /** Limit of runs */
  rate?: RuleRate;
}

/** When the rule runs; at once by default */
export interface RuleTimesInput {
  /** Time of each day in which nothing is run */
  quietTime?: RuleQuietTimeInput;
  /** Run once, with the last event, after this time without another matching event, in milliseconds */
  debounceMs?: number;
  /** Limit of runs; further ones are skipped and counted */
  rate?: RuleRateInput;
}

export interface RunnerAdapter {
  /** Id of the adapter */
  id: string;
  /** Kind of the platform, such as irc */
  channelId: string;
  /** Connection status */
  status: "disabled" | "starting" | "connected" | "degraded" | "reconnecting" | "disconnected" | "failed";
  /** Unix milliseconds */
  connectedAt?: number;
  /** Unix milliseconds */
  lastPongAt?: number;
  /** Reason for the status */
  reason?: string;
  /** Number of reconnects */
  reconnectCount?: number;
}

export interface RunnerEnv {
  /** Whether a Slack adapter uses Socket Mode */
  chatappSocketMode: boolean;
  /** Whether outgoing messages are sent: 1 or 0 */
  consumeOutbound: string;
}

export interface RunnerFault {
  /** Error message */
  message: string;
  /** Unix milliseconds */
  at: number;
}

export interface RunnerHealth {
  /** Health of the runner */
  status: "ready" | "starting" | "degraded" | "unreachable" | "stopped";
  /** Whether the runner has reported within the last ten seconds */
  reachable: boolean;
  /** Unix milliseconds */
  checkedAt: number;
  /** Reason if the runner is not ready */
  reason?: string;
}

export interface RunnerOutbound {
  /** Events that are consumed */
  stream: string;
  /** Name of the consumer */
  consumer: string;
  /** Whether sending is enabled */
  enabled: boolean;
  /** Whether the required infrastructure is available */
  infrastructureReady: boolean;
  /** Whether the consumer is running */
  consuming: boolean;
  /** Most recent error */
  lastError?: {
    /** Phase in which the error occurred */
    phase: "consume_loop";
    /** Error message */
    message: string;
    /** Unix milliseconds */
    at: number;
  };
  /** Unix milliseconds */
  lastMessageAt?: number;
  /** Entries waiting to be sent */
  publishOutbox?: {
    /** Number of entries waiting to be sent */
    pendingCount: number;
    /** Most recent error */
    lastError?: RunnerFault;
    /** Unix milliseconds */
    lastPublishedAt?: number;
    /** Unix milliseconds */
    nextAttemptAt?: number;
    /** Unix milliseconds */
    oldestPendingAt?: number;
  };
}

export interface RunnerProcess {
  /** Name of the process */
  name: string;
  /** Whether the process is supervised, by the built-in supervisor or pm2; false if it is on another host */
  managed: boolean;
  /** Whether the process is running */
  running: boolean;
  /** Status of the process */
  status: string;
  /** Name of the host of the process */
  host?: string;
  /** Process id, or null */
  pid: number | null;
  /** Id in pm2, or null */
  pmId: number | null;
  /** CPU usage in percent of one core, or null */
  cpu: number | null;
  /** Memory in use, in bytes, or null */
  memoryBytes: number | null;
  /** Memory in use, in MiB, or null */
  memoryMb: number | null;
}

export interface RunnerState {
  /** Version of this schema */
  schemaVersion: 1;
  /** Unix milliseconds */
  observedAt: number;
  /** Whether the runner is running */
  running: boolean;
  /** Unix milliseconds */
  startedAt: number | null;
  /** Process id */
  pid: number;
  /** State of outgoing messages */
  outbound: RunnerOutbound;
  /** The adapters */
  adapters: RunnerAdapter[];
}

export interface RunnerStatus {
  /** Whether pm2 is available */
  pmAvailable: boolean;
  /** Name of the runner's process */
  processName: string;
  /** Process of the runner */
  channels: RunnerProcess;
  /** Process of the runner, if it is running */
  processes: RunnerProcess[];
  /** Health of the runner */
  health?: RunnerHealth;
  /** State reported by the runner, or null */
  runner?: RunnerState | null;
}

export interface RunnerTarget {
  /** Name of the runner's script */
  bundlePath: string;
  /** Working folder of the runner, relative to the data folder */
  cwd: string;
  /** Absolute path of the source folder */
  sourceProjectRoot?: string;
}

export interface Schedule {
  /** Id of the schedule */
  id: string;
  /** Name of the schedule */
  name: string;
  /** Status of the schedule; `ended`: it has no further due time */
  status: "enabled" | "disabled" | "ended";
  /** Why it is disabled. `key_ended`: its context, or an ancestor, was revoked or expired. `times_invalid`: this machine no longer knows its time zone, or cannot evaluate its rule */
  statusReason?: "asked" | "key_ended" | "times_invalid";
  /** Due times of one kind: `at`, `every`, `cron` or `rrule` */
  when: ScheduleTimes;
  /** IANA time zone of the due times */
  timezone: string;
  /** The last time at which a run may be due, in Unix milliseconds */
  until?: number;
  /** Operation to run */
  action: ScheduleAction;
  /** Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100 */
  missed: "skip" | "once" | "all";
  /** Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled */
  overlap: "skip" | "queue" | "cancel";
  /** Maximum delay of a run after its due time, in milliseconds */
  jitterMs?: number;
  /** Id of the context that created it */
  createdBy: string;
  /** Id of the context as which it runs its operation */
  contextId: string;
  /** Grants of that context */
  scopes: string[];
  /** When it was created, in Unix milliseconds */
  createdAt: number;
  /** When it was last updated, in Unix milliseconds */
  updatedAt: number;
  /** When it is due next, in Unix milliseconds */
  nextDueAt?: number;
  /** The run that ended last */
  lastRun?: ScheduleLastRun;
}

/** Operation to run */
export interface ScheduleAction {
  /** Id of the operation to run, such as tasks.create */
  operation: string;
  /** Input of the operation. "{{run.id}}" in a text is replaced by a value of the run, and an object {"$": "run.dueAt"} by a value of any type. "{{{{" is a literal "{{" */
  input?: Record<string, unknown>;
  /** Propose the command for approval, even if your key may execute it */
  propose?: boolean;
}

export interface ScheduleLastRun {
  /** Id of the run */
  id: string;
  /** When it was due, in Unix milliseconds */
  dueAt: number;
  /** Start of its first attempt, in Unix milliseconds */
  startedAt?: number;
  /** When it ended, in Unix milliseconds */
  finishedAt: number;
  /** `done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done. `skipped`: the due time was skipped */
  status: "done" | "pending" | "failed" | "unclear" | "skipped";
  /** What happened, for people */
  message: string;
  /** Why it was skipped. `missed`: the gateway did not run. `overlap`: the previous run had not ended */
  reason?: "missed" | "overlap";
  /** Number of due times that were skipped, counted up to 10 */
  count?: number;
  /** The last of these due times, in Unix milliseconds */
  lastDueAt?: number;
  /** Id in the answer of the operation, if there is one */
  resultId?: string;
  /** Id of the approval that it waits for */
  approvalId?: string;
  /** When the approval expires, in Unix milliseconds */
  expiresAt?: number;
  /** Why it was not run, or is unclear */
  error?: ScheduleRunError;
}

export interface ScheduleRun {
  /** Id of the schedule */
  schedule: string;
  /** Name of the schedule when the run was due */
  name: string;
  /** When it was due, in Unix milliseconds */
  dueAt: number;
  /** Whether it was started by a caller */
  isManual?: boolean;
  /** Id of the context that created the schedule */
  createdBy: string;
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
  /** Result of the last attempt */
  lastAttempt?: ScheduleRunOutcome;
}

/** Why it was not run, or is unclear */
export interface ScheduleRunError {
  /** Code of the error */
  code: string;
  /** What is wrong */
  message: string;
}

export interface ScheduleRunOutcome {
  /** `done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done. `skipped`: the due time was skipped */
  status: "done" | "pending" | "failed" | "unclear" | "skipped";
  /** What happened, for people */
  message: string;
  /** Why it was skipped. `missed`: the gateway did not run. `overlap`: the previous run had not ended */
  reason?: "missed" | "overlap";
  /** Number of due times that were skipped, counted up to 10 */
  count?: number;
  /** The last of these due times, in Unix milliseconds */
  lastDueAt?: number;
  /** Id in the answer of the operation, if there is one */
  resultId?: string;
  /** Id of the approval that it waits for */
  approvalId?: string;
  /** When the approval expires, in Unix milliseconds */
  expiresAt?: number;
  /** Why it was not run, or is unclear */
  error?: ScheduleRunError;
}

export interface ScheduleRunReference {
  /** Id of the run */
  id: string;
  /** Id of the schedule */
  schedule: string;
  /** Name of the schedule when the run was due */
  name: string;
  /** When it was due, in Unix milliseconds */
  dueAt: number;
  /** Whether it was started by a caller */
  isManual?: boolean;
  /** Id of the context that created the schedule */
  createdBy: string;
}

/** Due times of one kind: `at`, `every`, `cron` or `rrule` */
export interface ScheduleTimes {
  /** Once, at this time, in Unix milliseconds */
  at?: number;
  /** Interval, such as 30s, 15m, 2h or 1d */
  every?: string;
  /** Time from which the intervals are counted, in Unix milliseconds */
  anchor?: number;
  /** Cron expression of five fields (minute hour day month weekday), or six with seconds before them */
  cron?: string;
  /** Recurrence rule as an iCalendar RRULE, such as FREQ=WEEKLY;BYDAY=MO,WE */
  rrule?: string;
  /** Time at which the rule starts, in Unix milliseconds */
  start?: number;
}

/** Due times: exactly one of `at`, `every`, `cron`, and `rrule` with `start` */
export interface ScheduleTimesInput {
  /** Once, at this time: ISO 8601, such as 2026-11-21T09:00:00+01:00, or Unix milliseconds */
  at?: string | number;
  /** Interval, such as 30s, 15m, 2h or 1d */
  every?: string;
  /** With `every`: a time from which the intervals are counted; by default now: ISO 8601, such as 2026-11-21T09:00:00+01:00, or Unix milliseconds */
  anchor?: string | number;
  /** Cron expression of five fields (minute hour day month weekday), or six with seconds before them */
  cron?: string;
  /** Recurrence rule as an iCalendar RRULE, such as FREQ=WEEKLY;BYDAY=MO,WE */
  rrule?: string;
  /** With `rrule`: the time at which the rule starts: ISO 8601, such as 2026-11-21T09:00:00+01:00, or Unix milliseconds */
  start?: string | number;
}

export interface SchemaChangeReport {
  /** Number of active rows */
  activeRows: number;
  /** Number of rows whose value is kept */
  converted: number;
  /** Number of rows whose value is cleared */
  cleared: number;
  /** Number of rows without a value */
  missing: number;
  /** Views and charts that use the property */
  dependents: {
    /** Charts that use the property */
    charts: SchemaDependent[];
    /** Views that use the property */
    views: SchemaDependent[];
  };
  /** Whether nothing was changed */
  dryRun: boolean;
}

export interface SchemaDependent {
  /** Id of the view or chart */
  id: string;
  /** Name */
  name: string;
}

export interface SpeechClaim {
  /** Id of the client that plays the request */
  clientId: string;
  /** When the claim expires, in Unix milliseconds */
  until: number;
}

export interface SpeechJob {
  /** Request id */
  request: string;
  /** Speech provider */
  provider?: string;
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
  /** Result of the last attempt */
  lastAttempt?: SpeechJobAttempt;
}

export interface SpeechJobAttempt {
  /** Duration of the attempt in milliseconds */
  milliseconds: number;
  /** Size of the sound in bytes */
  bytes?: number;
}

export interface SpeechPlayback {
  /** Whether clients play the request automatically */
  autoplay: boolean;
  /** Kind of client that plays the request: extension */
  target: string;
  /** Only client that may play the request; empty if any client may play it (default: "") */
  clientId: string;
}

export interface SpeechProblem {
  /** Machine-readable error code */
  code: string;
  /** Error message */
  message: string;
  /** When the error occurred, in Unix milliseconds */
  at: number;
}

export interface SpeechRequest {
  /** Request id, chosen by the caller or generated */
  id: string;
  /** Generated id of the request */
  requestId: string;
  /** Generated id of the publication */
  emitId: string;
  /** Agent id */
  agentId?: string;
  /** Session key */
  sessionKey?: string;
  /** Session name */
  sessionName?: string;
  /** When the request was published, in Unix milliseconds */
  createdAt: number;
  /** Additional data; empty for requests of audio.tts */
  metadata: Record<string, unknown>;
  /** Operation and context that published the request */
  source: Record<string, unknown>;
  /** Playback options */
  playback: SpeechPlayback;
  /** Account, channel and chat that the request is for */
  target: SpeechTarget;
  /** Voice and its settings */
  voice: SpeechVoice;
  /** Text to speak */
  text: string;
}

export interface SpeechRequestDetails {
  /** Request id, chosen by the caller or generated */
  id: string;
  /** Generated id of the request */
  requestId: string;
  /** Generated id of the publication */
  emitId: string;
  /** Agent id */
  agentId?: string;
  /** Session key */
  sessionKey?: string;
  /** Session name */
  sessionName?: string;
  /** When the request was published, in Unix milliseconds */
  createdAt: number;
  /** Additional data; empty for requests of audio.tts */
  metadata: Record<string, unknown>;
  /** Operation and context that published the request */
  source: Record<string, unknown>;
  /** Playback options */
  playback: SpeechPlayback;
  /** Account, channel and chat that the request is for */
  target: SpeechTarget;
  /** Voice and its settings */
  voice: SpeechVoice;
  /** Length of the text in characters */
  textLength: number;
  /** State of the request */
  state: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
  /** When the request last changed, in Unix milliseconds */
  updatedAt: number;
  /** When the sound became ready, in Unix milliseconds */
  readyAt?: number;
  /** Why the request failed or was delayed */
  error?: SpeechProblem;
  /** Generated sound */
  sound?: SpeechSound;
  /** Claim of the client that plays the request */
  claim?: SpeechClaim;
  /** Id of the client that reported the result of the playback */
  playedBy?: string;
  /** When the client reported the result, in Unix milliseconds */
  playedAt?: number;
  /** Id of the job; see audio.work.show */
  job?: string;
  /** Text to speak */
  text: string;
}

export interface SpeechRequestState {
  /** Request id, chosen by the caller or generated */
  id: string;
  /** Generated id of the request */
  requestId: string;
  /** Generated id of the publication */
  emitId: string;
  /** Agent id */
  agentId?: string;
  /** Session key */
  sessionKey?: string;
  /** Session name */
  sessionName?: string;
  /** When the request was published, in Unix milliseconds */
  createdAt: number;
  /** Additional data; empty for requests of audio.tts */
  metadata: Record<string, unknown>;
  /** Operation and context that published the request */
  source: Record<string, unknown>;
  /** Playback options */
  playback: SpeechPlayback;
  /** Account, channel and chat that the request is for */
  target: SpeechTarget;
  /** Voice and its settings */
  voice: SpeechVoice;
  /** Length of the text in characters */
  textLength: number;
  /** State of the request */
  state: "published" | "generating" | "ready" | "played" | "failed" | "cancelled";
  /** When the request last changed, in Unix milliseconds */
  updatedAt: number;
  /** When the sound became ready, in Unix milliseconds */
  readyAt?: number;
  /** Why the request failed or was delayed */
  error?: SpeechProblem;
  /** Generated sound */
  sound?: SpeechSound;
  /** Claim of the client that plays the request */
  claim?: SpeechClaim;
  /** Id of the client that reported the result of the playback */
  playedBy?: string;
  /** When the client reported the result, in Unix milliseconds */
  playedAt?: number;
  /** Id of the job; see audio.work.show */
  job?: string;
}

export interface SpeechSound {
  /** Media type */
  type: string;
  /** Size in bytes */
  bytes: number;
  /** Duration in seconds, if known */
  seconds?: number;
}

export interface SpeechTarget {
  /** Target account, as given in the request; empty if unknown (default: "") */
  accountId: string;
  /** Chat id in this gateway; empty if unknown (default: "") */
  canonicalChatId: string;
  /** Channel, such as irc; empty if unknown (default: "") */
  channel: string;
  /** Target chat, as given in the request; empty if unknown (default: "") */
  chatId: string;
  /** Id or alias of the adapter instance; empty if unknown (default: "") */
  instanceId: string;
  /** Chat id of the thread, if the chat is a thread; empty if unknown (default: "") */
  threadId: string;
}

export interface SpeechVoice {
  /** Speech provider */
  provider: "local" | "voiceprovider";
  /** Voice id of the provider; empty if unknown (default: "") */
  voiceId: string;
  /** Model id of the provider; empty if unknown (default: "") */
  modelId: string;
  /** BCP 47 language tag; empty if unknown (default: "") */
  lang: string;
  /** Audio format */
  outputFormat: string;
  /** Voice settings */
  voiceSettings: VoiceSettings;
  /** Provider-specific settings */
  voiceprovider: VoiceProviderSettings;
}

export interface SpeechWorker {
  /** Speech provider */
  provider: "local" | "voiceprovider";
  /** State of the worker */
  state: "running" | "stopped";
  /** Speech engine of this machine */
  engine?: string;
  /** Host of the service */
  host?: string;
  /** Name of the credential connection with the key */
  connection?: string;
  /** Why the worker is stopped */
  reason?: string;
  /** When the worker was stopped, in Unix milliseconds */
  stoppedAt?: number;
  /** Number of requests that wait for the worker to be resumed */
  waiting: number;
}

export interface StoreStatus {
  /** Name of the storage driver */
  driver: string;
  /** Guarantees of the store */
  guarantees: {
    /** Whether a completed commit survives a power failure */
    durable: true | false | "as the driver";
    /** Whether one or many processes may use the store */
    processes: "one" | "many";
    /** Present if these processes can be on several machines */
    machines?: "many";
    /** Whether the driver commits atomically itself (native) or with help of the kernel (completed) */
    atomic: "native" | "completed";
    /** How damaged records are detected: by the driver, or by a checksum in each record */
    checksum: "driver" | "record";
  };
  /** Reason why the store cannot be written */
  degraded?: string;
  /** Number of damaged records found since the start, which are omitted from responses */
  damaged: number;
}

export interface StreamStatus {
  /** Number of open event streams */
  open: number;
  /** Number of streams closed since the start because the client did not read */
  cutOff: number;
}

export interface SyncConflict {
  /** Id of the conflict */
  id: string;
  /** Group whose records are exchanged */
  domain: string;
  /** Name of the record on all gateways: its kind, followed by its id */
  name: string[];
  /** Id of the gateway with the other version */
  site: string;
  /** Whether the version of this gateway (`here`) or of the other (`there`) was kept */
  winner: "here" | "there";
  /** Whether the losing version is a record or a removal */
  loser: "record" | "removal";
  /** When it was found, in Unix milliseconds */
  foundAt: number;
}

export interface SyncConflictDetails {
  /** Id of the conflict */
  id: string;
  /** Group whose records are exchanged */
  domain: string;
  /** Name of the record on all gateways: its kind, followed by its id */
  name: string[];
  /** Id of the gateway with the other version */
  site: string;
  /** Whether the version of this gateway (`here`) or of the other (`there`) was kept */
  winner: "here" | "there";
  /** Whether the losing version is a record or a removal */
  loser: "record" | "removal";
  /** When it was found, in Unix milliseconds */
  foundAt: number;
  /** Content of the record; absent if it was removed */
  current?: Record<string, unknown>;
  /** Content of the record; absent if it was removed */
  lost?: Record<string, unknown>;
}

export interface SyncCounters {
  /** Number of dead entries, which must be retried or discarded manually */
  dead: number;
  /** Number of failed entries, which will be retried */
  failed: number;
  /** Number of changes still to be exchanged, counted up to 10,000 */
  pending: number;
  /** Number of records accepted by the other gateway since it was linked */
  acked?: number;
  /** Number of records applied since the gateways were linked */
  applied?: number;
  /** Number of entries being processed */
  leased?: number;
  /** Number of records sent since the gateways were linked */
  sent?: number;
  /** Number of records that the receiver already had */
  skipped?: number;
}

export interface SyncDomain {
  /** Group whose records are exchanged */
  id: string;
  /** Kinds of records in the group */
  kinds: string[];
  /** Whether sync is enabled for the group */
  enabled: boolean;
  /** When it was enabled, in Unix milliseconds */
  enabledAt?: number;
  /** Whether existing records are still being scanned */
  scanning?: boolean;
  /** Number of tracked records, including removed ones, counted up to 10,000 */
  records: number;
}

export interface SyncLink {
  /** URL of the other gateway */
  consoleUrl: string;
  /** Id of the credential connection whose secret is a key of the other gateway */
  connection: string;
  /** Id of a gateway's store */
  installationId: string;
  /** State of the link */
  state: "starting" | "running" | "waiting" | "stopped";
  /** Why the link is not running */
  reason?: string;
  /** When the gateways were linked, in Unix milliseconds */
  linkedAt: number;
}

export interface SyncPage {
  /** Group whose records are exchanged */
  domain: string;
  /** Kind of the records */
  kind: string;
  /** Position in the changes of a gateway */
  cursor?: string;
  /** Whether there are more changes after the cursor */
  more: boolean;
  /** Number of changes after the cursor, counted up to 10,000 */
  left?: number;
  /** The records */
  records: SyncPageRecord[];
}

export interface SyncPageRecord {
  /** Name of the record on all gateways: its kind, followed by its id */
  name: string[];
  /** Version vector: number of changes per gateway */
  vector: Record<string, number>;
  /** Content of the record; absent if it was removed */
  wire?: Record<string, unknown>;
}

export interface SyncQueueEntry {
  /** Group of the record */
  domain: string;
  /** Name of the record on all gateways: its kind, followed by its id */
  name: string[];
  /** Id of the entry */
  id: string;
  /** Status of the entry */
  status: "waiting" | "running" | "done" | "dead" | "discarded";
  /** Number of attempts started so far */
  attempts: number;
  /** Creation time in Unix milliseconds */
  createdAt: number;
  /** Time of the next attempt in Unix milliseconds */
  nextAttemptAt?: number;
  /** Start of the last attempt in Unix milliseconds */
  startedAt?: number;
  /** End of the last attempt in Unix milliseconds */
  finishedAt?: number;
  /** Why the last attempt failed */
  lastError?: string;
}

export interface SyncRecord {
  /** Group whose records are exchanged */
  domain: string;
  /** Name of the record on all gateways: its kind, followed by its id */
  name: string[];
  /** Version vector: number of changes per gateway */
  vector: Record<string, number>;
  /** Content of the record; absent if it was removed */
  wire?: Record<string, unknown>;
}

export interface SyncResult {
  /** Outcome for the record */
  status: "acked" | "skipped" | "failed" | "refused";
  /** Reason for the outcome */
  reason?: string;
}

export interface Task {
  /** Id of the task */
  id: string;
  /** Title in one line */
  title: string;
  /** Status */
  status: "open" | "active" | "blocked" | "done" | "failed";
  /** Priority */
  priority: "low" | "normal" | "high" | "urgent";
  /** Id of the profile that defines how the task is worked on */
  profile?: string;
  /** Assignee as type:id */
  assignee?: string;
  /** Id of the parent task */
  parent?: string;
  /** Id of the project that it belongs to */
  projectId?: string;
  /** When it is due, Unix milliseconds */
  dueAt?: number;
  /** Tags */
  tags: string[];
  /** The key passed by the caller that created it */
  idempotencyKey?: string;
  /** Summary of the result, once it is done */
  summary?: string;
  /** Why it is blocked or failed */
  reason?: string;
  /** Who created it */
  createdBy: string;
  /** Who started it */
  startedBy?: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt: number;
  /** When it was started, Unix milliseconds */
  startedAt?: number;
  /** When it was completed or failed, Unix milliseconds */
  finishedAt?: number;
  /** When it was archived, Unix milliseconds */
  archivedAt?: number;
  /** Number of the revision, starting at 1 */
  revision: number;
  /** Number of comments */
  commentCount: number;
  /** Whether the task can start, and which dependencies are not done */
  readiness: TaskReadiness;
  /** Instructions for the assignee */
  instructions?: string;
}

export interface TaskCard {
  /** Id of the task */
  id: string;
  /** Title in one line */
  title: string;
  /** Status */
  status: "open" | "active" | "blocked" | "done" | "failed";
  /** Priority */
  priority: "low" | "normal" | "high" | "urgent";
  /** Id of the profile that defines how the task is worked on */
  profile?: string;
  /** Assignee as type:id */
  assignee?: string;
  /** Id of the parent task */
  parent?: string;
  /** Id of the project that it belongs to */
  projectId?: string;
  /** When it is due, Unix milliseconds */
  dueAt?: number;
  /** Tags */
  tags: string[];
  /** The key passed by the caller that created it */
  idempotencyKey?: string;
  /** Summary of the result, once it is done */
  summary?: string;
  /** Why it is blocked or failed */
  reason?: string;
  /** Who created it */
  createdBy: string;
  /** Who started it */
  startedBy?: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt: number;
  /** When it was started, Unix milliseconds */
  startedAt?: number;
  /** When it was completed or failed, Unix milliseconds */
  finishedAt?: number;
  /** When it was archived, Unix milliseconds */
  archivedAt?: number;
  /** Number of the revision, starting at 1 */
  revision: number;
  /** Number of comments */
  commentCount: number;
  /** Whether the task can start, and which dependencies are not done */
  readiness: TaskReadiness;
  /** Whether it was due and is neither done nor failed */
  overdue: boolean;
}

/** Number of subtasks by status, without archived ones */
export interface TaskChildren {
  /** Number of open subtasks */
  open: number;
  /** Number of active subtasks */
  active: number;
  /** Number of blocked subtasks */
  blocked: number;
  /** Number of done subtasks */
  done: number;
  /** Number of failed subtasks */
  failed: number;
}

export interface TaskColumn {
  /** Status of the tasks */
  status: "open" | "active" | "blocked" | "done" | "failed";
  /** Number of all tasks with this status, counted up to 10,000 */
  total: number;
  /** True if there are more tasks than `total` */
  totalCapped?: boolean;
  /** The first tasks with this status */
  tasks: TaskCard[];
}

export interface TaskComment {
  /** Id of the comment */
  id: string;
  /** Author as type:id */
  author: string;
  /** Text of the comment */
  text: string;
  /** Id of the task */
  taskId: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt?: number;
}

export interface TaskDependency {
  /** Id of the dependent task */
  taskId: string;
  /** Id of the task that must be done first */
  dependencyTaskId: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
}

export interface TaskEdge {
  /** Id of the dependent task */
  taskId: string;
  /** Id of the task that must be done first */
  dependencyTaskId: string;
}

export interface TaskItem {
  /** Id of the task */
  id: string;
  /** Title in one line */
  title: string;
  /** Status */
  status: "open" | "active" | "blocked" | "done" | "failed";
  /** Priority */
  priority: "low" | "normal" | "high" | "urgent";
  /** Id of the profile that defines how the task is worked on */
  profile?: string;
  /** Assignee as type:id */
  assignee?: string;
  /** Id of the parent task */
  parent?: string;
  /** Id of the project that it belongs to */
  projectId?: string;
  /** When it is due, Unix milliseconds */
  dueAt?: number;
  /** Tags */
  tags: string[];
  /** The key passed by the caller that created it */
  idempotencyKey?: string;
  /** Summary of the result, once it is done */
  summary?: string;
  /** Why it is blocked or failed */
  reason?: string;
  /** Who created it */
  createdBy: string;
  /** Who started it */
  startedBy?: string;
  /** When it was created, Unix milliseconds */
  createdAt: number;
  /** When it was last changed, Unix milliseconds */
  updatedAt: number;
  /** When it was started, Unix milliseconds */
  startedAt?: number;
  /** When it was completed or failed, Unix milliseconds */
  finishedAt?: number;
  /** When it was archived, Unix milliseconds */
  archivedAt?: number;
  /** Number of the revision, starting at 1 */
  revision: number;
  /** Number of comments */
  commentCount: number;
  /** Whether the task can start, and which dependencies are not done */
  readiness: TaskReadiness;
}

export interface TaskNode {
  /** Id of the task */
  id: string;
  /** Title in one line */
  title: string;
  /** Status */
  status: "open" | "active" | "blocked" | "done" | "failed";
  /** Priority */
  priority: "low" | "normal" | "high" | "urgent";
  /** When it was archived, Unix milliseconds */
  archivedAt?: number;
  /** Whether the task can start, and which dependencies are not done */
  readiness: TaskReadiness;
}

export interface TaskProfile {
  /** Id of the profile */
  id: string;
  /** Display name */
  name: string;
  /** Purpose and effect of the profile */
  description: string;
  /** Level of the profile */
  source: "system" | "plugin" | "user" | "workspace";
  /** Name of the plugin that provides it, if source is plugin */
  plugin?: string;
  /** Path of its folder, relative to the workspace or to the user's configuration folder */
  path?: string;
  /** Lower levels with an overridden profile of the same id */
  shadows: "system" | "plugin" | "user" | "workspace"[];
  /** Runtime settings for the runner */
  runtime: TaskProfileRuntime;
}

export interface TaskProfileCheck {
  /** Id of the check */
  id: string;
  /** Condition that must hold before the task is done */
  description: string;
  /** Program and arguments; exit status 0 means that the check passed */
  command?: string[];
}

export interface TaskProfileDetails {
  /** Id of the profile */
  id: string;
  /** Display name */
  name: string;
  /** Purpose and effect of the profile */
  description: string;
  /** Level of the profile */
  source: "system" | "plugin" | "user" | "workspace";
  /** Name of the plugin that provides it, if source is plugin */
  plugin?: string;
  /** Path of its folder, relative to the workspace or to the user's configuration folder */
  path?: string;
  /** Lower levels with an overridden profile of the same id */
  shadows: "system" | "plugin" | "user" | "workspace"[];
  /** Runtime settings for the runner */
  runtime: TaskProfileRuntime;
  /** Version of the manifest format */
  version: number;
  /** Inputs of the profile, by name */
  inputs: Record<string, TaskProfileInput>;
  /** Conditions that must hold before the task is done */
  checks: TaskProfileCheck[];
  /** The templates, by name */
  templates: Record<string, {
    /** Name of the template file */
    file: string;
    /** Text of the template; absent if the file cannot be read, see diagnostics */
    text?: string;
  }>;
}

export interface TaskProfileDiagnostic {
  /** Severity; only errors prevent the use of the profile */
  severity: "error" | "warning";
  /** Id of the profile; absent for a problem of the catalog */
  profileId?: string;
  /** Name of the file; absent for a problem of the catalog */
  file?: string;
  /** Line, starting at 1; absent for a problem of the whole file */
  line?: number;
  /** Column in UTF-16 code units, starting at 1 */
  column?: number;
  /** Description of the problem */
  message: string;
  /** Stable code for programs, for example unknown_placeholder */
  code: string;
  /** Level of the profile or catalog */
  source: "system" | "plugin" | "user" | "workspace";
}

export interface TaskProfileInput {
  /** Description of the input */
  description: string;
  /** Whether rendering requires a value */
  required: boolean;
  /** Value used if none is given */
  default?: string;
  /** The allowed values */
  choices?: string[];
}

export interface TaskProfilePreset {
  /** Id of the preset */
  id: "doc-first" | "brainstorm" | "runtime-only" | "content";
  /** Name of the preset */
  name: string;
  /** Description of the preset */
  description: string;
  /** Files that tasks.profiles.init writes */
  files: string[];
  /** Whether it is used if no preset is given */
  isDefault: boolean;
}

export interface TaskProfileRuntime {
  /** Configured name of the coding agent that works on the task */
  agent?: string;
  /** Model that the agent uses */
  model?: string;
  /** Working folder of the agent, relative to the workspace */
  cwd?: string;
  /** Time limit in minutes */
  timeoutMinutes?: number;
  /** Maximum number of attempts before the task fails */
  attempts?: number;
  /** Whether the agent may change files (write) or not (read) */
  access?: "read" | "write";
}

export interface TaskReadiness {
  /** Readiness state */
  state: "ready" | "waiting" | "active" | "terminal";
  /** Ids of the unfinished dependencies */
  unsatisfied: string[];
  /** The reason for this state, and how to resolve it */
  reason: string;
}

export interface UndoableCommand {
  /** Event of the command, to undo it */
  event: string;
  /** Operation that was executed */
  operation: string;
  /** Summary of the command */
  summary: string;
  /** When it was executed, Unix milliseconds */
  at: number;
  /** Context whose key executed it */
  contextId: string;
  /** Operation that undoes it */
  by: string;
  /** Whether it was undone */
  undone: boolean;
  /** Event of the command that undid it */
  undoneBy?: string;
  /** Event of the command that it undid itself */
  undoes?: string;
}

export interface View {
  /** Id of the view */
  id: string;
  /** Id of the base */
  baseId: string;
  /** Name of the view */
  name: string;
  /** Keys of the properties, in order */
  properties: string[];
  /** Conditions that rows must meet */
  filter?: RowFilter;
  /** Sort order: `<property>:asc` or `<property>:desc` */
  sort?: string[];
  /** Ids of deleted or purged properties that the view uses */
  dangling?: string[];
  /** Time in ISO 8601, UTC */
  createdAt: string;
  /** Time in ISO 8601, UTC */
  updatedAt: string;
}

export interface VoiceProviderSettings {
  /** Whether to apply language-specific text normalization; false if it is not set (default: false) */
  applyLanguageTextNormalization: boolean;
  /** Whether to spell out numbers and dates: auto, on or off; empty if it is not set (default: "") */
  applyTextNormalization: string;
  /** Whether the provider may log the request; false if it is not set (default: false) */
  enableLogging: boolean;
  /** Provider ids of the requests that follow this one; empty if it is not set (default: []) */
  nextRequestIds: string[];
  /** Text that follows this request; empty if it is not set (default: "") */
  nextText: string;
  /** Latency optimization, from 0 (none) to 4 (maximum); higher values reduce quality; 0 if it is not set (default: 0) */
  optimizeStreamingLatency: number;
  /** Provider ids of the requests before this one; empty if it is not set (default: []) */
  previousRequestIds: string[];
  /** Text before this request; empty if it is not set (default: "") */
  previousText: string;
  /** Provider ids of pronunciation dictionaries; empty if it is not set (default: []) */
  pronunciationDictionaryLocators: string[];
  /** Seed for repeatable results; 0 if it is not set (default: 0) */
  seed: number;
  /** Whether to use the instant clone of a professional voice; false if it is not set (default: false) */
  usePvcAsIvc: boolean;
}

export interface VoiceRuntime {
  /** Id of the voice runtime */
  id: string;
  /** Display name */
  label: string;
  /** Kind: realtime_api, hosted_agent, framework, local_pipeline, or one defined by a plugin */
  kind: string;
  /** Whether it can be used now, and the reason if not */
  availability: "ready" | "needs_credentials" | "not_installed" | "planned";
  /** Address of its documentation */
  docsUrl: string;
  /** Limitations, one sentence each */
  constraints: string[];
  /** Strengths, one sentence each */
  strengths: string[];
  /** Model used by default */
  defaultModel?: string;
  /** The provider's name for the interface */
  providerRuntime?: string;
}

export interface VoiceSettings {
  /** Stability of the voice, 0 to 1; 0 if it is not set (default: 0) */
  stability: number;
  /** Similarity to the original voice, 0 to 1; 0 if it is not set (default: 0) */
  similarityBoost: number;
  /** Style exaggeration, 0 to 1; 0 if it is not set (default: 0) */
  style: number;
  /** Speaking rate; 1 if it is not set (default: 1) */
  speed: number;
  /** Whether to boost similarity to the original speaker; false if it is not set (default: false) */
  useSpeakerBoost: boolean;
}

export interface Widget {
  /** Reference of the widget, `<scope>/<slug>` */
  ref: string;
  /** Newest version, which is the served one; 0 if none was published */
  version: number;
  /** Name of the widget */
  name: string;
  /** A description for people; empty if unknown (default: "") */
  description: string;
  /** Kind of widget */
  kind: string;
  /** Whether the widget may connect to other hosts with https */
  externalAllowed: boolean;
  /** Whether the widget belongs to the organization or to a project */
  scope: "org" | "project";
  /** Project of the widget; empty if the widget belongs to the organization (default: {"id":"","slug":"","name":""}) */
  project: WidgetProject;
  /** Slug of the widget */
  slug: string;
  /** Hash of the paths and contents of all files */
  contentHash: string;
  /** Whether the widget is archived */
  archived: boolean;
  /** Time when the newest version was published, in ISO 8601; empty if none was published (default: "") */
  publishedAt: string;
  /** Publisher of the newest version; empty if none was published (default: {"name":""}) */
  publishedBy: WidgetPublisher;
  /** Time of the last change, in ISO 8601; empty if none was published (default: "") */
  updatedAt: string;
}

export interface WidgetDiagnostic {
  /** Severity: an error prevents a publish */
  severity: "error" | "warning";
  /** Path relative to the widget's folder */
  file: string;
  /** Line of the file, starting at 1; 1 if the diagnostic is about the whole file (default: 1) */
  line: number;
  /** Column of the line, starting at 1; 1 if the diagnostic is about the whole file (default: 1) */
  column: number;
  /** Message */
  message: string;
  /** Diagnostic code */
  code: string;
}

export interface WidgetFile {
  /** Path relative to the folder */
  path: string;
  /** Size in bytes */
  bytes: number;
  /** SHA-256 of the content, in hexadecimal */
  sha256: string;
}

export interface WidgetProject {
  /** Id of the project */
  id: string;
  /** Slug of the project */
  slug: string;
  /** Name of the project */
  name: string;
}

export interface WidgetPublisher {
  /** Name of the publisher */
  name: string;
}

export interface WidgetSentFile {
  /** Path relative to the folder, with `/` as separator */
  path: string;
  /** Parts of the file, in order; empty for an empty file */
  parts: string[];
}

export interface WidgetVersion {
  /** Version number */
  version: number;
  /** Hash of the paths and contents of all files */
  contentHash: string;
  /** Name of the widget */
  name: string;
  /** A description for people; empty if unknown (default: "") */
  description: string;
  /** Kind of widget */
  kind: string;
  /** Whether the widget may connect to other hosts with https */
  externalAllowed: boolean;
  /** Note about the version */
  note?: string;
  /** Earlier version that this one restores */
  restores?: number;
  /** Number of files */
  files: number;
  /** Total size in bytes */
  bytes: number;
  /** Time when the version was published, in ISO 8601 */
  publishedAt: string;
  /** Publisher of the version */
  publishedBy: WidgetPublisher;
}
