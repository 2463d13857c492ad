import { adapterKinds } from "@postern/channels/services";
import { defineGroup } from "@postern/core";

export const group = defineGroup("channels-slack", {
  title: "Channels: Slack",
  description: "Provides the adapter kind slack.",
  needs: { kinds: adapterKinds },
});
