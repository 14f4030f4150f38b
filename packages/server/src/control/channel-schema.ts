import type { ChannelKind } from "@weir/protocol/closed-sets";
import type { Generated } from "kysely";

/** Where people are told of alarms. */
export interface ChannelSchema {
  channels: ChannelTable;
  push_keys: PushKeyTable;
}

export interface ChannelTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  /** The person whose own channel it is; null for a channel of the account. */
  user_id: number | null;
  name: string;
  kind: ChannelKind;
  /** What may be shown of the target. */
  address: string;
  /** The key of delivery limits, as in the outbox. */
  destination: string;
  /** The target as JSON, sealed. */
  sealed: Uint8Array;
  /** A WeeklyMute as JSON. */
  quiet_hours: string | null;
  created_at: number;
}

/** The key of Web Push; at most one row. */
interface PushKeyTable {
  id: number;
  public_key: string;
  sealed: Uint8Array;
  created_at: number;
}
