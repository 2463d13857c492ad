import { defineGroup } from "@postern/core";

export const group = defineGroup("openapi", {
  title: "OpenAPI",
  description: "The interface of this gateway, for people and for generators of clients.",
});
