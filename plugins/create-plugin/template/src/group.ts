import { defineGroup } from "@postern/core";

export const group = defineGroup("my-group", { title: "My group" });
