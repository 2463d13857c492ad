import { fileURLToPath } from "node:url";
import { testOperations } from "@postern/core/testing";
import widgets from "@postern/widgets";
import { describe, it } from "vitest";

const workspace = fileURLToPath(new URL("workspace", import.meta.url));

testOperations(() => ({ plugins: [widgets({ workspace })] }), { describe, it });
