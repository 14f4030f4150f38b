import { Dialog } from "@base-ui/react/dialog";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { BellRing, Clock, type LucideIcon, Router, Server, ShieldAlert } from "lucide-react";
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import { sections } from "../pages/settings/sections.ts";
import type { Destination } from "../ui/destination.ts";
import { PaletteActions } from "./palette-actions.tsx";
import { fitOf } from "./palette-fit.ts";
import { PaletteFound } from "./palette-found.tsx";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";
import {
  alarmsPages,
  devicesPages,
  docsPlace,
  type PlacePages,
  places,
  systemPages,
} from "./places/places.ts";
import { addRecentPlace, type RecentPlace, recentPlaces } from "./recent-places.ts";
import { useMaySeeCluster, useSession } from "./session.tsx";
import { takeTyped } from "./typed-ahead.ts";
import { useFound } from "./use-found.ts";

const furtherPlaces: readonly FurtherPlace[] = [
  ...furtherPagesOf(devicesPages, Router),
  ...furtherPagesOf(alarmsPages, BellRing),
  ...furtherPagesOf(systemPages, Server),
  { to: "/activity/quarantine", label: "Quarantine", icon: ShieldAlert, words: [] },
  ...sections
    .slice(1)
    .map(({ to, label, icon, words }) => ({ to, label: `Settings: ${label}`, icon, words })),
];

type FurtherPlace = Destination & {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly words: readonly string[];
};

/** The first page of a place is the place itself. */
function furtherPagesOf([, ...pages]: PlacePages, icon: LucideIcon): FurtherPlace[] {
  const further: PlacePages[number][] = pages;
  return further.map(({ tab: { to }, title }): FurtherPlace => ({ to, label: title, icon, words: [] }));
}

interface PaletteProps {
  readonly onClose: () => void;
  /** Shows the keyboard shortcuts. */
  readonly onHelp: () => void;
}

/** Finds pages, devices, sensors, charts, boards, chains, alarms and actions by typing. */
export function CommandPalette({
  isOpen,
  cameFrom,
  ...props
}: PaletteProps & {
  readonly isOpen: boolean;
  /** The element that gets the focus back; null if none had it. */
  readonly cameFrom: RefObject<HTMLElement | null>;
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label="Go to"
          finalFocus={() => cameFrom.current ?? false}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raised shadow-(--shadow) max-md:top-3 max-md:w-[calc(100vw-1.5rem)]"
        >
          <Palette {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onClose, onHelp }: PaletteProps) {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const isSearching = search !== "";
  const found = useFound(search);
  const isLooking = text.trim() !== "" && (search !== text.trim() || !found.isAnswered);
  const list = useRef<HTMLDivElement>(null);
  const { enter, onKeyDown } = useEnterAhead(list, text, isLooking);
  const { account } = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  const open = (page: Destination) => {
    onClose();
    void navigate(page);
  };
  const go = (page: Destination, label: string) => {
    addRecentPlace(account.uuid, { address: router.buildLocation(page).href, label });
    open(page);
  };
  const goAgain = (place: RecentPlace) => {
    addRecentPlace(account.uuid, place);
    onClose();
    void navigate({ href: place.address });
  };
  const takeOver = () => {
    const ahead = takeTyped();
    const typed = text + ahead.text;
    setText(typed);
    if (ahead.isEntered) enter(typed);
  };
  const maySeeCluster = useMaySeeCluster();
  const further = furtherPlaces.filter(({ to }) => to !== "/system/cluster" || maySeeCluster);
  const pages = isSearching ? [...places, ...further] : places;
  return (
    <Command
      label="Go to"
      loop
      filter={(_, typed, words = []) => fitOf(typed, words)}
      onKeyDown={onKeyDown}
      className="flex flex-col"
    >
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        onFocus={takeOver}
        placeholder="Search devices, sensors, boards, pages…"
        className="h-12 border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-faint"
      />
      <Command.List ref={list} className="max-h-[50dvh] overflow-y-auto p-1.5">
        {isSearching ? (
          <PaletteFound search={search} groups={found.groups} isLooking={isLooking} onGo={go} />
        ) : (
          <Recent onGo={goAgain} />
        )}
        <PaletteGroup heading="Pages">
          {pages.map((place) => (
            <PaletteItem
              key={place.to}
              name={place.label}
              words={"words" in place ? place.words : []}
              icon={<place.icon size={15} aria-hidden />}
              {...("key" in place ? { hint: `g ${place.key}` } : {})}
              onSelect={() => go(place, place.label)}
            >
              {place.label}
            </PaletteItem>
          ))}
          <PaletteItem
            name={docsPlace.label}
            words={["docs", "help", "api", "guide", "nodes", "expressions"]}
            icon={<docsPlace.icon size={15} aria-hidden />}
            onSelect={() => {
              onClose();
              location.assign(docsPlace.to);
            }}
          >
            {docsPlace.label}
          </PaletteItem>
        </PaletteGroup>
        <PaletteActions onClose={onClose} onGo={open} onHelp={onHelp} />
      </Command.List>
    </Command>
  );
}

function Recent({ onGo }: { readonly onGo: (place: RecentPlace) => void }) {
  const { account } = useSession();
  const recent = recentPlaces(account.uuid);
  if (recent.length === 0) return null;
  return (
    <PaletteGroup heading="Recent">
      {recent.map((place) => (
        <PaletteItem
          key={place.address}
          name={place.label}
          id={place.address}
          icon={<Clock size={15} aria-hidden />}
          onSelect={() => onGo(place)}
        >
          {place.label}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/**
 * If Enter is pressed before the results are there, it takes effect once they are. Typing more cancels it.
 */
function useEnterAhead(list: RefObject<HTMLElement | null>, text: string, isLooking: boolean) {
  const [enteredText, enter] = useState<string | null>(null);
  const isDue = enteredText === text && !isLooking;
  useEffect(() => {
    if (!isDue) return;
    // The list marks its first line only after the results are drawn.
    const timer = setTimeout(() => {
      enter(null);
      list.current?.querySelector<HTMLElement>("[cmdk-item][aria-selected=true]")?.click();
    });
    return () => clearTimeout(timer);
  }, [isDue, list]);
  return {
    /** Acts as if Enter were pressed with this text. */
    enter,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.nativeEvent.isComposing || !isLooking) return;
      event.preventDefault();
      enter(text);
    },
  };
}
