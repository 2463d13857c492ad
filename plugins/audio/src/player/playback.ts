/// <reference lib="dom" />
import { elements, setStatus } from "./elements.ts";

/** Plays a sound to its end. Returns the reason if that fails. */
export async function playSound(file: Blob, stop: AbortSignal): Promise<string | undefined> {
  const { audio, now, skip } = elements;
  const address = URL.createObjectURL(file);
  now.hidden = false;
  setStatus("Playing");
  try {
    return await new Promise<string | undefined>((resolve) => {
      audio.onended = () => resolve(undefined);
      audio.onerror = () => resolve(audio.error?.message || "The browser cannot play this sound");
      skip.onclick = () => resolve("Skipped by the listener");
      stop.addEventListener("abort", () => resolve("The player was closed"), { once: true });
      audio.src = address;
      audio.play().catch((error: Error) => {
        if (error.name === "NotAllowedError") setStatus("Press play: this browser does not start sound automatically.");
      });
    });
  } finally {
    audio.onerror = null;
    audio.pause();
    audio.removeAttribute("src");
    now.hidden = true;
    URL.revokeObjectURL(address);
  }
}
