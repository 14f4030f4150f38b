import { useParams } from "@tanstack/react-router";
import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import {
  ArrowLeftRight,
  BellPlus,
  ChartLine,
  FileUp,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  ShieldCheck,
  Sun,
  UserPlus,
} from "lucide-react";
import type { Destination } from "../ui/destination.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";
import { changePreferences } from "./preferences.ts";
import { signOut } from "./rail.tsx";
import { useMay, useSession } from "./session.tsx";
import { useDrawnTheme } from "./theme.ts";

interface PlaceAction {
  readonly name: string;
  readonly words: readonly string[];
  readonly Icon: LucideIcon;
  /** Where it begins. */
  readonly page: Destination;
  /** Where it begins while the page of a device is open, whose form then has the device filled in. */
  readonly ofDevice?: (device: string) => Destination;
  readonly role: Role;
}

/** Actions that begin on a page of their own. */
const actions: readonly PlaceAction[] = [
  { name: "New device", words: ["create", "add"], Icon: Plus, page: { to: "/devices/new" }, role: "editor" },
  {
    name: "New board",
    words: ["create", "add"],
    Icon: Plus,
    page: { to: "/boards", search: { new: true } },
    role: "viewer",
  },
  {
    name: "New chart",
    words: ["create", "compare"],
    Icon: ChartLine,
    page: { to: "/charts" },
    role: "viewer",
  },
  {
    name: "New alert rule",
    words: ["create", "add", "alarm", "limit"],
    Icon: BellPlus,
    page: { to: "/alarms/rules", search: { new: true } },
    ofDevice: (device) => ({ to: "/alarms/rules", search: { new: true, device } }),
    role: "editor",
  },
  {
    name: "Import devices",
    words: ["csv", "upload", "file", "fleet"],
    Icon: FileUp,
    page: { to: "/devices/import" },
    role: "editor",
  },
  {
    name: "Invite member",
    words: ["people"],
    Icon: UserPlus,
    page: { to: "/settings/members" },
    role: "owner",
  },
  {
    name: "Set up two-step sign-in",
    words: ["2fa", "totp", "authenticator", "security"],
    Icon: ShieldCheck,
    page: { to: "/settings/profile" },
    role: "viewer",
  },
  { name: "Change password", words: [], Icon: KeyRound, page: { to: "/settings/profile" }, role: "viewer" },
];

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
      {actions
        .filter(({ role }) => isAtLeast(account.role, role))
        .map(({ name, words, Icon, page, ofDevice }) => (
          <PaletteItem
            key={name}
            name={name}
            words={words}
            icon={<Icon size={15} aria-hidden />}
            onSelect={() => onGo((device !== undefined && ofDevice?.(device)) || page)}
          >
            {name}
          </PaletteItem>
        ))}
      {mayEdit && (
        <PaletteItem
          name="Import readings"
          words={["csv", "ndjson", "upload", "file"]}
          icon={<FileUp size={15} aria-hidden />}
          onSelect={() =>
            onGo(
              device === undefined
                ? { to: "/charts" }
                : { to: "/devices/$device/import", params: { device } },
            )
          }
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
