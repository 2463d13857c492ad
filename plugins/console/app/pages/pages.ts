import {
  Activity,
  AudioLines,
  Bot,
  CalendarClock,
  CalendarDays,
  type IconNode,
  Inbox,
  KeyRound,
  ListChecks,
  MessagesSquare,
  RadioTower,
  ServerCog,
  Shapes,
  SquareTerminal,
  Table2,
} from "lucide";
import type { ComponentType } from "preact";
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
  readonly icon: IconNode;
  /** The letter after `g` that opens it. */
  readonly letter: string;
  /** Operations without which it has nothing to show. */
  readonly needs: readonly string[];
  readonly show: ComponentType;
}

/** In the order of the navigation. The first page that the key may see is the start. */
export const PAGES: readonly PageEntry[] = [
  { path: "inbox", title: "Inbox", icon: Inbox, letter: "i", needs: [], show: InboxPage },
  { path: "live", title: "Live", icon: Activity, letter: "l", needs: ["events.list"], show: LivePage },
  { path: "chats", title: "Chats", icon: MessagesSquare, letter: "c", needs: ["chats.list"], show: ChatsPage },
  { path: "tasks", title: "Tasks", icon: ListChecks, letter: "t", needs: ["tasks.list"], show: TasksPage },
  {
    path: "calendar",
    title: "Calendar",
    icon: CalendarDays,
    letter: "d",
    needs: ["calendars.list"],
    show: lazy(async () => (await import("./calendar/calendar-page.tsx")).CalendarPage),
  },
  {
    path: "bases",
    title: "Bases",
    icon: Table2,
    letter: "b",
    needs: ["bases.list"],
    show: lazy(async () => (await import("./bases/bases-page.tsx")).BasesPage),
  },
  {
    path: "widgets",
    title: "Widgets",
    icon: Shapes,
    letter: "w",
    needs: ["widgets.list"],
    show: lazy(async () => (await import("./widgets/widgets-page.tsx")).WidgetsPage),
  },
  {
    path: "agents",
    title: "Agents",
    icon: Bot,
    letter: "g",
    needs: ["agents.list"],
    show: lazy(async () => (await import("./agents/agents-page.tsx")).AgentsPage),
  },
  {
    path: "audio",
    title: "Audio",
    icon: AudioLines,
    letter: "a",
    needs: ["audio.requests.list"],
    show: lazy(async () => (await import("./audio/audio-page.tsx")).AudioPage),
  },
  {
    path: "channels",
    title: "Channels",
    icon: RadioTower,
    letter: "n",
    needs: ["channels.adapters.list"],
    show: lazy(async () => (await import("./channels/channels-page.tsx")).ChannelsPage),
  },
  {
    path: "schedules",
    title: "Schedules",
    icon: CalendarClock,
    letter: "s",
    needs: ["schedules.list"],
    show: lazy(async () => (await import("./schedules/schedules-page.tsx")).SchedulesPage),
  },
  { path: "keys", title: "Keys", icon: KeyRound, letter: "k", needs: ["context.list"], show: KeysPage },
  { path: "system", title: "System", icon: ServerCog, letter: "y", needs: ["service.status"], show: SystemPage },
  { path: "call", title: "Operations", icon: SquareTerminal, letter: "o", needs: [], show: CallPage },
];
