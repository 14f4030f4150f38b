import { useParams } from "@tanstack/react-router";
import { ArrowLeftRight, FileUp, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from "lucide-react";
import type { Destination } from "../ui/destination.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";
import { changePreferences } from "./preferences.ts";
import { signOut } from "./rail.tsx";
import { useMay, useSession } from "./session.tsx";
import { useDrawnTheme } from "./theme.ts";

/** Actions that are available everywhere. */
export function PaletteActions({
  onClose,
  onGo,
  onHelp,
}: {
  readonly onClose: () => void;
  readonly onGo: (page: Destination) => void;
  readonly onHelp: () => void;
}) {
  const mayEdit = useMay("editor");
  // The device whose page is open.
  const { device } = useParams({ strict: false });
  const isDark = useDrawnTheme() === "dark";
  const { user, accounts, account, switchTo } = useSession();
  const afterClosing = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <PaletteGroup heading="Actions">
      {mayEdit && (
        <PaletteItem
          name="New device"
          words={["create", "add"]}
          icon={<Plus size={15} aria-hidden />}
          onSelect={() => onGo({ to: "/devices/new" })}
        >
          New device
        </PaletteItem>
      )}
      {mayEdit && device !== undefined && (
        <PaletteItem
          name="Import readings"
          words={["csv", "ndjson", "upload", "file"]}
          icon={<FileUp size={15} aria-hidden />}
          onSelect={() => onGo({ to: "/devices/$device/import", params: { device } })}
        >
          Import readings…
        </PaletteItem>
      )}
      {accounts
        .filter(({ uuid }) => uuid !== account.uuid)
        .map(({ uuid, name }) => (
          <PaletteItem
            key={uuid}
            name={`Switch account to ${name}`}
            id={uuid}
            icon={<ArrowLeftRight size={15} aria-hidden />}
            onSelect={() => switchTo(uuid)}
          >
            Switch to {name}
          </PaletteItem>
        ))}
      <PaletteItem
        name={isDark ? "Switch to light theme" : "Switch to dark theme"}
        words={["theme", "appearance", "colors", "mode"]}
        icon={isDark ? <Sun size={15} aria-hidden /> : <Moon size={15} aria-hidden />}
        onSelect={afterClosing(() => void changePreferences({ theme: isDark ? "light" : "dark" }))}
      >
        {isDark ? "Switch to light theme" : "Switch to dark theme"}
      </PaletteItem>
      {user.preferences.theme !== "system" && (
        <PaletteItem
          name="Match system theme"
          words={["theme", "appearance", "colors", "mode"]}
          icon={<Monitor size={15} aria-hidden />}
          onSelect={afterClosing(() => void changePreferences({ theme: "system" }))}
        >
          Match system theme
        </PaletteItem>
      )}
      <PaletteItem
        name="Keyboard shortcuts"
        words={["keys", "help"]}
        icon={<Keyboard size={15} aria-hidden />}
        hint="?"
        onSelect={afterClosing(onHelp)}
      >
        Keyboard shortcuts
      </PaletteItem>
      <PaletteItem
        name="Sign out"
        words={["log out", "leave"]}
        icon={<LogOut size={15} aria-hidden />}
        onSelect={() => void signOut()}
      >
        Sign out
      </PaletteItem>
    </PaletteGroup>
  );
}
