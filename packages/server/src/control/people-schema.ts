import type {
  ActorKind,
  EmailLinkPurpose,
  RecipientState,
  Theme,
  TimeFormat,
} from "@weir/protocol/closed-sets";
import type { Role } from "@weir/protocol/manage/access";
import type { Generated } from "kysely";

/** The tables of people for Kysely. Times are microseconds since 1970, as everywhere in control data. */
export interface PeopleSchema {
  users: UserTable;
  recovery_codes: RecoveryCodeTable;
  memberships: MembershipTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  invitations: InvitationTable;
  password_resets: PasswordResetTable;
  email_links: EmailLinkTable;
  mail_recipients: MailRecipientTable;
  audit_log: AuditLogTable;
}

export interface UserTable {
  id: Generated<number>;
  uuid: string;
  email: string;
  /** When a link that was mailed to the address was used; null while the owner of the address is unknown. */
  email_verified_at: Generated<number | null>;
  name: string;
  /** argon2id, in its usual text form. */
  password_hash: string;
  password_changed_at: number;
  /** The sealed seed of one-time passwords; in force once `totp_confirmed_at` is set. */
  totp_sealed: Uint8Array | null;
  totp_confirmed_at: number | null;
  /** The time step of the last one-time password, so that none is used twice. */
  totp_last_step: Generated<number>;
  /** Wrong codes with the right password since the last right code. */
  wrong_codes: Generated<number>;
  /** Null follows the browser. */
  time_zone: Generated<string | null>;
  time_format: Generated<TimeFormat>;
  theme: Generated<Theme>;
  created_at: number;
}

interface RecoveryCodeTable {
  user_id: number;
  code_hash: Uint8Array;
  used_at: number | null;
}

interface MembershipTable {
  account_id: number;
  user_id: number;
  role: Role;
  created_at: number;
  /** The UUID of a board, which may be gone, or "overview"; null for the account's default board. */
  pinned_board: Generated<string | null>;
}

export interface SessionTable {
  id: Generated<number>;
  user_id: number;
  token_hash: Uint8Array;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  source: string;
  user_agent: string;
  /** When the person last entered a password or a code in this session. */
  proved_at: Generated<number>;
}

export interface ApiKeyTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  name: string;
  key_hash: Uint8Array;
  /** The first characters, by which people recognise keys. */
  key_start: string;
  /** Scopes as a JSON list. */
  scopes: string;
  /** The person's email, or "operator". */
  created_by: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

export interface InvitationTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  email: string;
  role: Role;
  token_hash: Uint8Array;
  invited_by: string;
  created_at: number;
  expires_at: number;
  /** Whether the link was mailed to the address, and given to nobody else. */
  is_mailed: Generated<0 | 1>;
}

export interface PasswordResetTable {
  token_hash: Uint8Array;
  user_id: number;
  expires_at: number;
  /** Whether the link was mailed to the address; the operator may pass links on in other ways. */
  is_mailed: Generated<0 | 1>;
}

export interface EmailLinkTable {
  token_hash: Uint8Array;
  user_id: number;
  purpose: EmailLinkPurpose;
  email: string;
  expires_at: number;
}

/** See recipient-tables.ts. */
export interface MailRecipientTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  email: string;
  state: RecipientState | "removed";
  token_hash: Generated<Uint8Array | null>;
  is_asked: Generated<0 | 1>;
  mailed_at: Generated<number | null>;
  tried_at: Generated<number | null>;
  created_at: number;
  answered_at: Generated<number | null>;
}

export interface AuditLogTable {
  id: Generated<number>;
  /** Null if it concerns no account, such as a sign-in. */
  account_id: number | null;
  happened_at: number;
  actor_kind: ActorKind;
  /** The email, the name of the key, or who ran the command. */
  actor: string;
  /** `device.create`, `token.show`, `session.sign-in`. */
  action: string;
  subject_kind: string;
  subject: string;
  /** Its name at that time; null if it has no name. */
  subject_name: Generated<string | null>;
  source: string;
  request_id: string;
  /** JSON of the state before and after. Never a secret. */
  before: string | null;
  after: string | null;
  /** 0 while it is unknown whether the processor has done it. */
  confirmed: Generated<number>;
}
