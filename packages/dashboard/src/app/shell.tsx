import { Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "../api/live.ts";
import { unreachable } from "../api/problem.ts";
import { forgetSensors } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { useRefreshSoon } from "../api/use-refresh-soon.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { isServerThere } from "../ui/load-again.ts";
import { SilentLoading } from "../ui/silent-loading.tsx";
import { Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { useLasting } from "../ui/use-lasting.ts";
import { AlarmWatch } from "./alarms/alarm-watch.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { DeletionNote } from "./deletion-note.tsx";
import { Rail } from "./rail.tsx";
import type { ShortcutHelpProps } from "./shortcut-help.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { keepTyping, takeTyped } from "./typed-ahead.ts";

const ShortcutHelp = lazyPart<ShortcutHelpProps>(
  async () => (await import("./shortcut-help.tsx")).ShortcutHelp,
  SilentLoading,
);

/** A page that loads faster than this gets no progress sign, which would only flicker. */
const unsaidMs = 300;

/** Shows that the next page is loading while the previous one is still visible. */
function PageProgress() {
  const isLoading = useRouterState({ select: ({ status }) => status === "pending" });
  const isSaid = useLasting(isLoading, unsaidMs);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      {isSaid && (
        <>
          <span className="sr-only">Loading page</span>
          <div className="h-full animate-pulse bg-accent" />
        </>
      )}
    </div>
  );
}

const reloadForSearch = "Search could not be loaded. Reload the page and try again.";

type Palette = typeof import("./command-palette.tsx").CommandPalette;

/**
 * Routes whose answers mention devices. Many devices are deleted together, and a person who deletes one
 * leaves its page.
 */
const changedByDeletions = [
  "showDevice",
  "listDevices",
  "countDevices",
  "listDeviceGroups",
  "listSensorsOfDevices",
  "countAlarms",
] as const;
const deletionsGatherMs = 500;

/** The frame around every page. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  // Loaded when first opened, and kept from then on: a dialog that is removed cannot return the focus.
  const [CommandPalette, setCommandPalette] = useState<Palette | null>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const openPalette = useCallback(async () => {
    if (isPaletteOpen) return;
    const focused = document.activeElement as HTMLElement | null;
    cameFrom.current = focused === document.body ? null : focused;
    keepTyping();
    setPaletteOpen(true);
    try {
      const { CommandPalette: loaded } = await import("./command-palette.tsx");
      setCommandPalette(() => loaded);
    } catch {
      takeTyped();
      setPaletteOpen(false);
      toast((await isServerThere()) ? reloadForSearch : unreachable().message, "bad");
    }
  }, [isPaletteOpen]);
  const openHelp = useCallback(() => setHelpOpen(true), []);
  const isKiosk = useIsKiosk();
  useShortcuts(openPalette, openHelp);
  useFocusOnPage();
  // Too many events were missed, so everything on the screen is reloaded.
  useLive("reset", () => void queryClient.invalidateQueries());
  const refreshSoon = useRefreshSoon(changedByDeletions, deletionsGatherMs);
  useLive("deletion", () => {
    forgetSensors();
    refreshSoon();
  });
  return (
    <div className="flex h-full max-rail:flex-col">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <AlarmWatch />
      <PageProgress />
      {!isKiosk && <Rail onPalette={openPalette} />}
      <main
        id="content"
        tabIndex={-1}
        className="min-w-0 flex-1 overflow-y-auto outline-none not-has-data-full:[scrollbar-gutter:stable] max-rail:pb-14"
      >
        {!isKiosk && <DeletionNote />}
        <ConnectionNote />
        <Suspense fallback={<Loading shape="page" />}>
          <Outlet />
        </Suspense>
      </main>
      {CommandPalette !== null && (
        <CommandPalette
          isOpen={isPaletteOpen}
          cameFrom={cameFrom}
          onClose={() => setPaletteOpen(false)}
          onHelp={openHelp}
        />
      )}
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** Whether a board is shown without anything around it, as on a screen on a wall. */
function useIsKiosk(): boolean {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname.startsWith("/boards/") && (search as { kiosk?: unknown }).kiosk !== undefined,
  });
}

/**
 * After a link within a page leads to another page, the keyboard focus starts at the beginning of the new
 * page instead of the navigation.
 */
function useFocusOnPage(): void {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(shown);
  useEffect(() => {
    // On the first page, the focus starts before the navigation.
    const isAnother = before.current !== undefined && before.current !== shown;
    before.current = shown;
    if (isAnother && document.activeElement === document.body) document.getElementById("content")?.focus();
  }, [shown]);
}
