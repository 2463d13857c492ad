import { testOperations } from "@postern/core/testing";
import projects from "@postern/projects";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [projects({ project: "web-site" })] }), { describe, it });
