import { testOperations } from "@postern/core/testing";
import credentials from "@postern/credentials";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [credentials()] }), { describe, it });
