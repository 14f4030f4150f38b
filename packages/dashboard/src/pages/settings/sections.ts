import { Building2, Hourglass, KeyRound, LockKeyhole, Mail, UserRound, UsersRound } from "lucide-react";

/** The pages of the settings, in their order and groups. */
export const sectionGroups = [
  {
    label: "Account",
    sections: [
      {
        to: "/settings",
        label: "Account",
        icon: Building2,
        words: [
          "rename",
          "two-step sign-in required",
          "sample data",
          "delete account",
          "default rule chain",
          "expected interval",
        ],
      },
      { to: "/settings/members", label: "Members", icon: UsersRound, words: ["people", "invite", "roles"] },
      { to: "/settings/api-keys", label: "API keys", icon: KeyRound, words: ["token", "programs", "scopes"] },
    ],
  },
  {
    label: "Data",
    sections: [
      {
        to: "/settings/retention",
        label: "Retention",
        icon: Hourglass,
        words: ["delete old readings", "keep"],
      },
      { to: "/settings/secrets", label: "Secrets", icon: LockKeyhole, words: ["passwords of webhooks"] },
      { to: "/settings/mail", label: "Mail recipients", icon: Mail, words: ["email"] },
    ],
  },
  {
    label: "You",
    sections: [
      {
        to: "/settings/profile",
        label: "Profile",
        icon: UserRound,
        words: [
          "two-step sign-in",
          "password",
          "sessions",
          "email",
          "time zone",
          "language",
          "recovery codes",
        ],
      },
    ],
  },
] as const;

export const sections = sectionGroups.flatMap((group) => [...group.sections]);
