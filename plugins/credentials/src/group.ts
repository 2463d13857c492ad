import { defineGroup } from "@postern/core";

export const group = defineGroup("credentials", {
  title: "Credentials",
  description: "Credential connections: secrets that other groups use by reference, at the moment of use.",
});
