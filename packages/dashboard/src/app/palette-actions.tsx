import { ArrowLeftRight, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from "lucide-react";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";
import { signOut } from "./rail.tsx";
import { useMay, useSession } from "./session.tsx";
import { setTheme, useDrawnTheme, useTheme } from "./theme.ts";

/** What can be done from anywhere. */
export function PaletteActions({
  onClose,
  onGo,
  onHelp,
}: {
  readonly onClose: () => void;
  readonly onGo: (to: string) => void;
  readonly onHelp: () => void;
}) {
  const mayEdit = useMay("editor");
  const theme = useTheme();
  const isDark = useDrawnTheme() === "dark";
  const { accounts, account, switchTo } = useSession();
  const afterClosing = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <PaletteGroup heading="Do">
      {mayEdit && (
        <PaletteItem
          name="New device"
          words={["create", "add"]}
          icon={<Plus size={15} aria-hidden />}
          onSelect={() => onGo("/devices/new")}
        >
          New device
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
            Switch to the account {name}
          </PaletteItem>
        ))}
      <PaletteItem
        name={isDark ? "Switch to light" : "Switch to dark"}
        words={["theme", "look", "colours", "mode"]}
        icon={isDark ? <Sun size={15} aria-hidden /> : <Moon size={15} aria-hidden />}
        onSelect={afterClosing(() => setTheme(isDark ? "light" : "dark"))}
      >
        {isDark ? "Switch to light" : "Switch to dark"}
      </PaletteItem>
      {theme !== "system" && (
        <PaletteItem
          name="Light or dark as the system"
          words={["theme", "look", "colours", "mode"]}
          icon={<Monitor size={15} aria-hidden />}
          onSelect={afterClosing(() => setTheme("system"))}
        >
          Light or dark as the system
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
