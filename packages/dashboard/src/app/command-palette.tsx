import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Clock, MailX, Router, Send, ShieldAlert, Workflow } from "lucide-react";
import { type RefObject, useDeferredValue, useState } from "react";
import { useCall } from "../api/queries.ts";
import { sections } from "../pages/settings/sections.ts";
import { PaletteActions } from "./palette-actions.tsx";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";
import { places } from "./places.ts";
import { addRecentPlace, type RecentPlace, recentPlaces } from "./recent-places.ts";
import { useSession } from "./session.tsx";
import { takeTyped } from "./typed-ahead.ts";

/** Of each kind; whoever looks for more knows a longer part of the name. */
const foundMax = 8;

const furtherPlaces = [
  { to: "/alarms/dead-letters", label: "Dead letters", icon: MailX },
  { to: "/alarms/outbox", label: "Outbox", icon: Send },
  { to: "/activity/quarantine", label: "Quarantine", icon: ShieldAlert },
  ...sections.slice(1).map(({ to, label, icon }) => ({ to, label: `Settings: ${label}`, icon })),
];

interface PaletteProps {
  readonly onClose: () => void;
  /** Shows the keyboard shortcuts. */
  readonly onHelp: () => void;
}

/** Goes anywhere by typing: pages, devices, chains. */
export function CommandPalette({
  isOpen,
  cameFrom,
  ...props
}: PaletteProps & {
  readonly isOpen: boolean;
  /** Where the focus was, and goes back to. */
  readonly cameFrom: RefObject<HTMLElement | null>;
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label="Go to"
          finalFocus={cameFrom}
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
  const { account } = useSession();
  const navigate = useNavigate();
  const go = (place: RecentPlace) => {
    addRecentPlace(account.uuid, place);
    onClose();
    void navigate({ to: place.to });
  };
  const pages = isSearching ? [...places, ...furtherPlaces] : places;
  return (
    <Command label="Go to" loop filter={fit} className="flex flex-col">
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        onFocus={() => setText(text + takeTyped())}
        placeholder="Search devices, chains and pages…"
        className="h-12 border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-faint"
      />
      <Command.List className="max-h-[50dvh] overflow-y-auto p-1.5">
        {isSearching ? <Found search={search} onGo={go} /> : <Recent onGo={go} />}
        <PaletteGroup heading="Pages">
          {pages.map((place) => (
            <PaletteItem
              key={place.to}
              value={place.label}
              icon={<place.icon size={15} aria-hidden />}
              {...("key" in place ? { hint: `g ${place.key}` } : {})}
              onSelect={() => go({ to: place.to, label: place.label })}
            >
              {place.label}
            </PaletteItem>
          ))}
        </PaletteGroup>
        <PaletteActions
          onClose={onClose}
          onGo={(to) => {
            onClose();
            void navigate({ to });
          }}
          onHelp={onHelp}
        />
      </Command.List>
    </Command>
  );
}

/** Every word has to be there; what begins as it was typed comes first. */
function fit(value: string, search: string, words: readonly string[] = []): number {
  const text = [value, ...words].join(" ").toLowerCase();
  const wanted = search.trim().toLowerCase();
  if (text.startsWith(wanted)) return 1;
  return wanted.split(/\s+/).every((word) => text.includes(word)) ? 0.5 : 0;
}

type OnGo = (place: RecentPlace) => void;

function Recent({ onGo }: { readonly onGo: OnGo }) {
  const { account } = useSession();
  const recent = recentPlaces(account.uuid);
  if (recent.length === 0) return null;
  return (
    <PaletteGroup heading="Recent">
      {recent.map((place) => (
        <PaletteItem
          key={place.to}
          value={`recent ${place.to}`}
          icon={<Clock size={15} aria-hidden />}
          onSelect={() => onGo(place)}
        >
          {place.label}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** Devices and chains that the server finds by that name. */
function Found({ search, onGo }: { readonly search: string; readonly onGo: OnGo }) {
  const query = { search, limit: foundMax };
  const devices = useCall("listDevices", { query }, { keep: true });
  const chains = useCall("listChains", { query }, { keep: true });
  const groups = [
    { heading: "Devices", path: "/devices", items: devices.data?.items ?? [], Icon: Router },
    { heading: "Rule chains", path: "/chains", items: chains.data?.items ?? [], Icon: Workflow },
  ];
  return (
    <>
      <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
        {devices.isFetching || chains.isFetching ? "Looking…" : `Nothing is called “${search}”.`}
      </Command.Empty>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ heading, path, items, Icon }) => (
          <PaletteGroup key={heading} heading={heading}>
            {items.map(({ uuid, name }) => (
              <PaletteItem
                key={uuid}
                value={`${name} ${uuid}`}
                icon={<Icon size={15} aria-hidden />}
                onSelect={() => onGo({ to: `${path}/${uuid}`, label: name })}
              >
                {name}
              </PaletteItem>
            ))}
          </PaletteGroup>
        ))}
    </>
  );
}
