import { adapterKinds } from "@postern/channels/services";
import { defineGroup } from "@postern/core";

export const group = defineGroup("channels-telegram", {
  title: "Channels: Telegram",
  description: "Provides the adapter kind telegram.",
  needs: { kinds: adapterKinds },
});
