import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { useLive } from "../api/live.ts";
import { queryClient } from "../api/queries.ts";
import { Loading } from "../ui/states.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { Rail } from "./rail.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { keepTyping } from "./typed-ahead.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));

/** What is around every page. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  // Loaded when first opened, and there from then on: a dialog that vanishes cannot give the focus back to where it was.
  const [wasPaletteOpened, setPaletteOpened] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const openPalette = useCallback(() => {
    if (isPaletteOpen) return;
    cameFrom.current = document.activeElement as HTMLElement | null;
    keepTyping();
    setPaletteOpened(true);
    setPaletteOpen(true);
  }, [isPaletteOpen]);
  const openHelp = useCallback(() => setHelpOpen(true), []);
  useShortcuts(openPalette, openHelp);
  // Too much went by unseen: everything on the screen is asked for again.
  useLive("reset", () => void queryClient.invalidateQueries());
  return (
    <div className="flex h-full max-md:flex-col">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Rail onPalette={openPalette} />
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none max-md:pb-14">
        <ConnectionNote />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <Suspense>
        {wasPaletteOpened && (
          <CommandPalette
            isOpen={isPaletteOpen}
            cameFrom={cameFrom}
            onClose={() => setPaletteOpen(false)}
            onHelp={openHelp}
          />
        )}
      </Suspense>
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
