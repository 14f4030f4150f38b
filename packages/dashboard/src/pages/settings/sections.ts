import {
  Bell,
  Boxes,
  Building2,
  Gauge,
  Hourglass,
  KeyRound,
  LayoutTemplate,
  LockKeyhole,
  Mail,
  UserRound,
  UsersRound,
} from "lucide-react";

/** The pages of the settings, in their order and groups. */
export const sectionGroups = [
  {
    label: "Account",
    sections: [
      { to: "/settings", label: "Account", icon: Building2 },
      { to: "/settings/members", label: "Members", icon: UsersRound },
      { to: "/settings/api-keys", label: "API keys", icon: KeyRound },
      { to: "/settings/notifications", label: "Notifications", icon: Bell },
    ],
  },
  {
    label: "Devices and data",
    sections: [
      { to: "/settings/groups", label: "Device groups", icon: Boxes },
      { to: "/settings/templates", label: "Templates", icon: LayoutTemplate },
      { to: "/settings/sensor-types", label: "Sensor types", icon: Gauge },
      { to: "/settings/retention", label: "Retention", icon: Hourglass },
      { to: "/settings/secrets", label: "Secrets", icon: LockKeyhole },
      { to: "/settings/mail", label: "Mail recipients", icon: Mail },
    ],
  },
  { label: "You", sections: [{ to: "/settings/profile", label: "Profile", icon: UserRound }] },
] as const;

export const sections = sectionGroups.flatMap((group) => [...group.sections]);
