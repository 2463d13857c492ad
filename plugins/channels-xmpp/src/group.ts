import { adapterKinds } from "@postern/channels/services";
import { defineGroup } from "@postern/core";

export const group = defineGroup("channels-xmpp", {
  title: "Channels: XMPP",
  description: "Adapters of the kind xmpp.",
  needs: { kinds: adapterKinds },
});
