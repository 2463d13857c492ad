import chats from "@postern/chats";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [chats()] }), { describe, it });
