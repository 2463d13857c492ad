import { definePlugin } from "@postern/core";
import { group } from "./group.ts";

export default definePlugin(group, { version: "1.0.0", data: 1, operations: [], events: [] });
