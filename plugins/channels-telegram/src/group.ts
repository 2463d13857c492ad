import { adapterKinds } from "@postern/channels/services";
import { defineGroup } from "@postern/core";

export const group = defineGroup("channels-telegram", {
  title: "Channels: Telegram",
  description: "Adapters of the kind telegram.",
  needs: { kinds: adapterKinds },
});
