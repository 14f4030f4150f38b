import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { places } from "./places/places.ts";

/** How long "g" waits for the letter of the destination. */
const chordMs = 1500;

/** Ctrl-K or ⌘-K opens the palette; "g" and a letter goes to a page; "?" shows them all. */
export function useShortcuts(onPalette: () => void, onHelp: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goUntilMs = 0;
    const act = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onPalette();
        return;
      }
      const isTyping = (event.target as HTMLElement).closest(
        "input, textarea, select, [contenteditable], [role=dialog], [role=menu]",
      );
      if (isTyping !== null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") onHelp();
      const place = places.find(({ key }) => key === event.key);
      if (performance.now() < goUntilMs && place !== undefined) {
        event.preventDefault();
        void navigate({ to: place.to });
        goUntilMs = 0;
        return;
      }
      goUntilMs = event.key === "g" ? performance.now() + chordMs : 0;
    };
    addEventListener("keydown", act);
    return () => removeEventListener("keydown", act);
  }, [navigate, onPalette, onHelp]);
}
