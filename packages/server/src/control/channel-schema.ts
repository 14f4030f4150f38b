import type { ChannelKind, Severity } from "@weir/protocol/closed-sets";
import type { channel } from "@weir/protocol/resources/channel";
import type { Generated } from "kysely";
import type { ResourceTable } from "./resources/resource-table.ts";

/** Where people are told of alarms. */
export interface ChannelSchema {
  channels: ChannelTable;
  push_keys: PushKeyTable;
  notification_rules: NotificationRuleTable;
  notification_rule_channels: NotificationRuleChannelTable;
}

export type ChannelTable = ResourceTable<typeof channel> & {
  kind: ChannelKind;
  /** What may be shown of the target. */
  address: string;
  /** The key of delivery limits, as in the outbox. */
  destination: string;
  /** The target as JSON, sealed. */
  sealed: Uint8Array;
};

/** The key of Web Push; at most one row. */
interface PushKeyTable {
  id: number;
  public_key: string;
  sealed: Uint8Array;
  created_at: number;
}

export interface NotificationRuleTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  /** The person whose own rule it is; null for a rule of the account. */
  user_id: number | null;
  name: string;
  min_severity: Severity;
  group_id: number | null;
  /** A WeeklyMute as JSON. */
  hours: string | null;
  notify_cleared: 0 | 1;
  digest_minutes: number | null;
  escalate_minutes: number | null;
  created_at: number;
}

interface NotificationRuleChannelTable {
  rule_id: number;
  channel_id: number;
  /** Whether the channel is told only of alarms that nobody acknowledged in time. */
  is_escalation: 0 | 1;
}
