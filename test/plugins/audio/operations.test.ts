import audio from "@postern/audio";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [audio()] }), { describe, it });
