import { adapterKinds } from "@postern/channels/services";
import { defineGroup } from "@postern/core";

export const group = defineGroup("channels-xmpp", {
  title: "Channels: XMPP",
  description: "Provides the adapter kind xmpp.",
  needs: { kinds: adapterKinds },
});
