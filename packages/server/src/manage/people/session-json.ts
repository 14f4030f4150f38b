import type { AnswerOf } from "@weir/protocol/manage/route";
import type { sessionRoutes } from "@weir/protocol/manage/session-routes";
import { formatMicros } from "../../platform/instant.ts";
import type { ServerFacts } from "../core/api-context.ts";
import { mayCreateAccounts } from "./accounts-of-user.ts";
import type { Person, SignedInPerson } from "./signed-in-person.ts";

type SignedInJson = AnswerOf<typeof sessionRoutes.showSession>;

export function signedInJson(
  { person, accounts, sessions }: SignedInPerson,
  currentSessionId: number,
  {
    version,
    isCluster,
    publicUrl,
    activityPerDevice,
    sendsMail,
    map,
    shareFrameHosts,
    accountCreators,
  }: ServerFacts,
): SignedInJson {
  return {
    user: userJson(person),
    accounts: accounts.map(({ uuid, name, role, isSecondFactorRequired, deletionDueAt, homeBoard }) => ({
      uuid,
      name,
      role,
      second_factor_required: isSecondFactorRequired,
      deletion_due_at: deletionDueAt === null ? null : formatMicros(deletionDueAt),
      home_board: homeBoard,
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      current: session.id === currentSessionId,
      created_at: formatMicros(session.createdAt),
      last_used_at: formatMicros(session.lastUsedAt),
      expires_at: formatMicros(session.expiresAt),
      source: session.source,
      user_agent: session.userAgent,
    })),
    server: {
      version,
      cluster: isCluster,
      public_url: publicUrl,
      activity_per_device: activityPerDevice,
      sends_mail: sendsMail,
      map,
      share_frame_hosts: [...shareFrameHosts],
      may_create_accounts: mayCreateAccounts(
        accountCreators,
        accounts.some(({ role }) => role === "owner"),
      ),
    },
  };
}

export function userJson(person: Person): SignedInJson["user"] {
  return {
    uuid: person.uuid,
    email: person.email,
    email_verified: person.isEmailVerified,
    pending_email: person.pendingEmail,
    name: person.name,
    totp: person.hasTotp,
    recovery_codes_left: person.recoveryCodesLeft,
    owns_installation: person.ownsInstallation,
    password_changed_at: formatMicros(person.passwordChangedAt),
    created_at: formatMicros(person.createdAt),
    preferences: person.preferences,
  };
}
