import agents from "@postern/agents";
import channels from "@postern/channels";
import chats from "@postern/chats";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [chats(), agents(), channels()] }), { describe, it });
