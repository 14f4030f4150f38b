import { Building2, Hourglass, KeyRound, LockKeyhole, Mail, UserRound, UsersRound } from "lucide-react";

/** The pages of the settings, in their order and groups. */
export const sectionGroups = [
  {
    label: "Account",
    sections: [
      { to: "/settings", label: "Account", icon: Building2 },
      { to: "/settings/members", label: "Members", icon: UsersRound },
      { to: "/settings/api-keys", label: "API keys", icon: KeyRound },
    ],
  },
  {
    label: "Data",
    sections: [
      { to: "/settings/retention", label: "Retention", icon: Hourglass },
      { to: "/settings/secrets", label: "Secrets", icon: LockKeyhole },
      { to: "/settings/mail", label: "Mail recipients", icon: Mail },
    ],
  },
  { label: "You", sections: [{ to: "/settings/profile", label: "Profile", icon: UserRound }] },
] as const;

export const sections = sectionGroups.flatMap((group) => [...group.sections]);
