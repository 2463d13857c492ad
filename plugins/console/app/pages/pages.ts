import { parts as activity } from "@iconify-json/lucide/icons.json?icon=activity";
import { parts as audioLines } from "@iconify-json/lucide/icons.json?icon=audio-lines";
import { parts as bot } from "@iconify-json/lucide/icons.json?icon=bot";
import { parts as calendarClock } from "@iconify-json/lucide/icons.json?icon=calendar-clock";
import { parts as calendarDays } from "@iconify-json/lucide/icons.json?icon=calendar-days";
import { parts as inbox } from "@iconify-json/lucide/icons.json?icon=inbox";
import { parts as keyRound } from "@iconify-json/lucide/icons.json?icon=key-round";
import { parts as listChecks } from "@iconify-json/lucide/icons.json?icon=list-checks";
import { parts as messagesSquare } from "@iconify-json/lucide/icons.json?icon=messages-square";
import { parts as radioTower } from "@iconify-json/lucide/icons.json?icon=radio-tower";
import { parts as serverCog } from "@iconify-json/lucide/icons.json?icon=server-cog";
import { parts as shapes } from "@iconify-json/lucide/icons.json?icon=shapes";
import { parts as squareTerminal } from "@iconify-json/lucide/icons.json?icon=square-terminal";
import { parts as table2 } from "@iconify-json/lucide/icons.json?icon=table-2";
import type { ComponentType } from "preact";
import type { IconParts } from "../ui/icon.tsx";
import { lazy } from "../ui/lazy.tsx";
import { CallPage } from "./call/call-page.tsx";
import { ChatsPage } from "./chats/chats-page.tsx";
import { InboxPage } from "./inbox/inbox-page.tsx";
import { KeysPage } from "./keys/keys-page.tsx";
import { LivePage } from "./live/live-page.tsx";
import { SystemPage } from "./system/system-page.tsx";
import { TasksPage } from "./tasks/tasks-page.tsx";

/** A page of the console. */
export interface PageEntry {
  /** The first part of its address. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconParts;
  /** The letter after `g` that opens it. */
  readonly letter: string;
  /** Operations without which it has nothing to show. */
  readonly needs: readonly string[];
  readonly show: ComponentType;
}

/** In the order of the navigation. The first page that the key may see is the start. */
export const PAGES: readonly PageEntry[] = [
  { path: "inbox", title: "Inbox", icon: inbox, letter: "i", needs: [], show: InboxPage },
  { path: "live", title: "Live", icon: activity, letter: "l", needs: ["events.list"], show: LivePage },
  { path: "chats", title: "Chats", icon: messagesSquare, letter: "c", needs: ["chats.list"], show: ChatsPage },
  { path: "tasks", title: "Tasks", icon: listChecks, letter: "t", needs: ["tasks.list"], show: TasksPage },
  {
    path: "calendar",
    title: "Calendar",
    icon: calendarDays,
    letter: "d",
    needs: ["calendars.list"],
    show: lazy(async () => (await import("./calendar/calendar-page.tsx")).CalendarPage),
  },
  {
    path: "bases",
    title: "Bases",
    icon: table2,
    letter: "b",
    needs: ["bases.list"],
    show: lazy(async () => (await import("./bases/bases-page.tsx")).BasesPage),
  },
  {
    path: "widgets",
    title: "Widgets",
    icon: shapes,
    letter: "w",
    needs: ["widgets.list"],
    show: lazy(async () => (await import("./widgets/widgets-page.tsx")).WidgetsPage),
  },
  {
    path: "agents",
    title: "Agents",
    icon: bot,
    letter: "g",
    needs: ["agents.list"],
    show: lazy(async () => (await import("./agents/agents-page.tsx")).AgentsPage),
  },
  {
    path: "audio",
    title: "Audio",
    icon: audioLines,
    letter: "a",
    needs: ["audio.requests.list"],
    show: lazy(async () => (await import("./audio/audio-page.tsx")).AudioPage),
  },
  {
    path: "channels",
    title: "Channels",
    icon: radioTower,
    letter: "n",
    needs: ["channels.adapters.list"],
    show: lazy(async () => (await import("./channels/channels-page.tsx")).ChannelsPage),
  },
  {
    path: "schedules",
    title: "Schedules",
    icon: calendarClock,
    letter: "s",
    needs: ["schedules.list"],
    show: lazy(async () => (await import("./schedules/schedules-page.tsx")).SchedulesPage),
  },
  { path: "keys", title: "Keys", icon: keyRound, letter: "k", needs: ["context.list"], show: KeysPage },
  { path: "system", title: "System", icon: serverCog, letter: "y", needs: ["service.status"], show: SystemPage },
  { path: "call", title: "Operations", icon: squareTerminal, letter: "o", needs: [], show: CallPage },
];
