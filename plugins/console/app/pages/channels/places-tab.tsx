import type { ChannelPlace } from "@postern/client/api";
import { Empty, Page } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { PlaceRow } from "./place-row.tsx";

/** The conversations of all adapters. */
export function PlacesTab({ title, tabs, current }: TabProps) {
  return (
    <Page title={title} isFlush actions={<Tabs label={`Parts of ${title}`} tabs={tabs} current={current} />}>
      <Rows
        id="places"
        label="Places"
        events={["channels.place.*", "channels.adapter.removed"]}
        estimate={57}
        keyOf={({ adapter, place }: ChannelPlace) => `${adapter} ${place}`}
        load={async (client, page, signal) => {
          const { places, ...rest } = await client.channels.places.list(page, { signal });
          return { items: places as unknown as readonly Partial<ChannelPlace>[], ...rest };
        }}
        render={(place) => <PlaceRow place={place} isWide />}
      >
        <Empty
          text="No conversations yet. The first message from a platform starts one, or write first:"
          command="postern channels places open --adapter home --place ann"
        />
      </Rows>
    </Page>
  );
}
