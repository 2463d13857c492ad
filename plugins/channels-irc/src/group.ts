import { adapterKinds } from "@postern/channels/services";
import { defineGroup } from "@postern/core";

export const group = defineGroup("channels-irc", {
  title: "Channels: IRC",
  description: "Provides the adapter kind irc.",
  needs: { kinds: adapterKinds },
});
