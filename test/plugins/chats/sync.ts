import chats from "@postern/chats";
import { openLinked } from "../linked.ts";

export const open = () => openLinked("chats", () => [chats()]);
