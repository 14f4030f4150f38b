import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, Ellipsis, LogOut, Monitor, Moon, Search, Sun, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { type LiveState, useLiveState } from "../api/live.ts";
import { pausedBecause } from "../format/paused-live.ts";
import { Status } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { AlarmBadge } from "./alarms/alarm-badge.tsx";
import { isMac } from "./is-mac.ts";
import { docsPlace, places } from "./places/places.ts";
import { changePreferences } from "./preferences.ts";
import { forgetSession, useSession } from "./session.tsx";

/** The navigation: on the left of every page, or a bar at the bottom of a narrow window. */
export function Rail({ onPalette }: { readonly onPalette: () => void }) {
  return (
    <>
      <aside className="flex w-54 shrink-0 flex-col border-r border-line bg-surface px-2 py-3 max-rail:hidden">
        <Link to="/" className="mb-3 flex items-center gap-2 px-2 text-lg font-semibold">
          <img src="/weir.svg" alt="" width={22} height={22} />
          Weir
        </Link>
        <button
          type="button"
          onClick={onPalette}
          className="mb-3 flex h-8 items-center gap-2 rounded-md border border-line bg-canvas px-2 text-sm text-muted hover:border-line-strong"
        >
          <Search size={14} aria-hidden />
          <span className="flex-1 text-left">Go to…</span>
          <kbd className="font-mono text-xs text-faint">{isMac() ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5">
          {places.map((place) => (
            <PlaceLink
              key={place.to}
              to={place.to}
              icon={place.icon}
              label={place.label}
              className="h-8 gap-2.5 px-2 text-sm"
            >
              {place.to === "/alarms" && <AlarmBadge className="ml-auto" />}
            </PlaceLink>
          ))}
          <a
            href={docsPlace.to}
            className="mt-auto flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-text"
          >
            <docsPlace.icon size={16} aria-hidden />
            {docsPlace.label}
          </a>
        </nav>
        <LiveStatus className="px-2 py-2" />
        <AccountMenu />
      </aside>
      <PhoneBar onPalette={onPalette} />
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] rail:hidden"
      >
        {phonePlaces.map((place) => (
          <PlaceLink
            key={place.to}
            to={place.to}
            icon={place.icon}
            label={place.label}
            className={`relative ${phoneEntry}`}
          >
            {place.to === "/alarms" && <AlarmBadge className="absolute top-0.5 left-1/2 ml-1.5" />}
          </PlaceLink>
        ))}
        <MorePlaces />
      </nav>
    </>
  );
}

/** A phone's bar has room for four places, and for a menu with the rest. */
const onPhone: readonly string[] = ["/", "/boards", "/devices", "/alarms"];
const phonePlaces = places.filter(({ to }) => onPhone.includes(to));
const morePlaces = places.filter(({ to }) => !onPhone.includes(to));
const phoneEntry = "h-13 flex-1 flex-col justify-center gap-0.5 text-[11px]";

function MorePlaces() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isHere = morePlaces.some(({ to }) => pathname.startsWith(to));
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-current={isHere ? "true" : undefined}
          className={cx(
            "flex items-center rounded-md",
            phoneEntry,
            isHere ? "bg-accent-soft font-medium text-accent" : "text-muted",
          )}
        >
          <Ellipsis size={16} aria-hidden />
          More
        </button>
      }
      entries={morePlaces.map(({ to, label, icon: Icon }) => ({
        label,
        icon: <Icon size={15} aria-hidden />,
        onSelect: () => void navigate({ to }),
      }))}
    />
  );
}

type Place = (typeof places)[number];

function PlaceLink({
  to,
  icon: Icon,
  label,
  className,
  children,
}: Pick<Place, "to" | "icon"> & {
  readonly label: string;
  readonly className: string;
  /** Shown beside the label. */
  readonly children?: ReactNode;
}) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === "/", includeSearch: false }}
      className={cx("flex items-center rounded-md text-muted hover:bg-hover hover:text-text", className)}
      activeProps={{ className: "bg-accent-soft! text-accent! font-medium", "aria-current": "page" }}
    >
      <Icon size={16} aria-hidden />
      {label}
      {children}
    </Link>
  );
}

/** Entries that do not fit into the bar at the bottom of a phone. */
function PhoneBar({ onPalette }: { readonly onPalette: () => void }) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 rail:hidden">
      <Link to="/" className="mr-auto flex h-full items-center gap-2 font-semibold">
        <img src="/weir.svg" alt="" width={20} height={20} />
        Weir
      </Link>
      <LiveStatus />
      <IconButton label="Go to…" onClick={onPalette} className="-mr-1.5 size-9!">
        <Search size={17} aria-hidden />
      </IconButton>
    </header>
  );
}

function LiveStatus({ className }: { readonly className?: string }) {
  const state = useLiveState();
  const isLive = state.is === "live";
  return (
    <div className={cx("text-xs text-muted", className)} title={liveMeaning(state)}>
      <Status tone={isLive ? "ok" : "neutral"}>{isLive ? "Live" : "Not live"}</Status>
    </div>
  );
}

function liveMeaning(state: LiveState): string {
  switch (state.is) {
    case "live":
      return "This page updates in real time.";
    case "paused":
      return `Live updates are paused: ${pausedBecause(state.problem)}.`;
    case "away":
      return "Can’t reach the server. The page reconnects automatically.";
  }
}

function AccountMenu() {
  const { user, account } = useSession();
  return (
    <AccountActions
      trigger={
        <button
          type="button"
          className="flex items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{account.name}</span>
            <span className="block truncate text-xs text-muted">{user.email}</span>
          </span>
          <ChevronsUpDown size={14} aria-hidden className="text-faint" />
        </button>
      }
    />
  );
}

/** Switches accounts, leads to the documentation, changes the look, signs out. */
export function AccountActions({ trigger }: { readonly trigger: Parameters<typeof Menu>[0]["trigger"] }) {
  const { user, accounts, account, switchTo } = useSession();
  const { theme } = user.preferences;
  const choose = (chosen: typeof theme) => () => void changePreferences({ theme: chosen });
  const navigate = useNavigate();
  const others = accounts.filter(({ uuid }) => uuid !== account.uuid);
  const entries: (MenuEntry | "line")[] = [
    ...others.map(({ uuid, name }) => ({ label: `Switch to ${name}`, onSelect: () => switchTo(uuid) })),
    ...(others.length > 0 ? ["line" as const] : []),
    {
      label: "Your profile",
      icon: <UserRound size={15} aria-hidden />,
      onSelect: () => void navigate({ to: "/settings/profile" }),
    },
    {
      label: docsPlace.label,
      icon: <docsPlace.icon size={15} aria-hidden />,
      onSelect: () => location.assign(docsPlace.to),
    },
    theme === "dark"
      ? { label: "Light theme", icon: <Sun size={15} aria-hidden />, onSelect: choose("light") }
      : { label: "Dark theme", icon: <Moon size={15} aria-hidden />, onSelect: choose("dark") },
    ...(theme === "system"
      ? []
      : [{ label: "Match system", icon: <Monitor size={15} aria-hidden />, onSelect: choose("system") }]),
    "line",
    { label: "Sign out", icon: <LogOut size={15} aria-hidden />, onSelect: () => void signOut() },
  ];
  return <Menu trigger={trigger} entries={entries} side="top" />;
}

export async function signOut(): Promise<void> {
  await call("signOut");
  forgetSession();
  location.assign("/");
}
