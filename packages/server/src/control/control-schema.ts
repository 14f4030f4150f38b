import type { SilenceAlarm } from "@weir/protocol/closed-sets";
import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { deviceFilter } from "@weir/protocol/resources/device-filter";
import type { savedChart } from "@weir/protocol/resources/saved-chart";
import type { sensorType } from "@weir/protocol/resources/sensor-type";
import type { Generated } from "kysely";
import type { AccountDeletionSchema } from "./account-deletion-schema.ts";
import type { AlarmSchema } from "./alarm-schema.ts";
import type { AlertSchema } from "./alert-schema.ts";
import type { BoardSchema } from "./board-schema.ts";
import type { ChannelSchema } from "./channel-schema.ts";
import type { ChartSchema } from "./chart-schema.ts";
import type { DevicePictureSchema } from "./device-picture-schema.ts";
import type { ImportSchema } from "./import-schema.ts";
import type { PeopleSchema } from "./people-schema.ts";
import type { ProvisioningSchema } from "./provisioning-schema.ts";
import type { ResourceTable } from "./resources/resource-table.ts";
import type { SampleSchema } from "./sample-schema.ts";
import type { TemplateSchema } from "./template-schema.ts";

/**
 * The tables of the control data for Kysely; migrations of the adapters create them. Ids are internal and never reused, UUIDs
 * are what people and devices see. Times are microseconds since 1970.
 */
export interface ControlSchema
  extends PeopleSchema,
    AccountDeletionSchema,
    ImportSchema,
    BoardSchema,
    ChartSchema,
    AlarmSchema,
    DevicePictureSchema,
    AlertSchema,
    ChannelSchema,
    SampleSchema,
    TemplateSchema,
    ProvisioningSchema,
    RetentionSchema {
  accounts: AccountTable;
  device_groups: DeviceGroupTable;
  devices: DeviceTable;
  sensors: SensorTable;
  sensor_types: ResourceTable<typeof sensorType>;
  device_filters: ResourceTable<typeof deviceFilter>;
  saved_charts: ResourceTable<typeof savedChart>;
  chains: ChainTable;
  chain_versions: ChainVersionTable;
  removed_sensors: RemovedSensorTable;
  settings: SettingTable;
  secrets: SecretTable;
  account_use: AccountUseTable;
}

export interface AccountTable {
  id: Generated<number>;
  uuid: string;
  name: string;
  default_chain_id: number | null;
  created_at: number;
  /** Whether members without a second factor are locked out until they have set one up. */
  second_factor_required: Generated<0 | 1>;
  /** See device-expectation.ts, here and below. */
  expected_interval_s: Generated<number | null>;
  silence_alarm: Generated<SilenceAlarm | null>;
  /** The person who created it; null for the operator. */
  created_by: Generated<number | null>;
  /** The account that it counts with; null for itself. See accounts/tenants.ts. */
  tenant_id: Generated<number | null>;
  /** The UUID of the board on Home for members who have pinned none, which may be gone; null for the overview. */
  default_board: Generated<string | null>;
}

/** Maintained by the engine itself, in the transaction of each change. */
interface AccountUseTable {
  account_id: number;
  devices: number;
  sensors: number;
  audit_entries: number;
  /** Texts, pictures and files: see counted-texts.ts. */
  control_bytes: Generated<number>;
}

export interface DeviceGroupTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  chain_id: number | null;
  expected_interval_s: Generated<number | null>;
  silence_alarm: Generated<SilenceAlarm | null>;
}

export interface DeviceTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  group_id: number | null;
  name: string;
  description: string;
  enabled: 0 | 1;
  contract: ContractName;
  handling: Handling;
  chain_id: number | null;
  token_hash: Uint8Array;
  token_sealed: Uint8Array;
  token_created_at: number;
  created_at: number;
  /** The previous token, while it is still accepted. */
  previous_token_hash: Uint8Array | null;
  previous_token_created_at: number | null;
  previous_token_expires_at: number | null;
  previous_token_until_first_use: Generated<0 | 1>;
  previous_token_last_used_at: number | null;
  /** Recorded only while there are two tokens. */
  token_last_used_at: number | null;
  /** Since when no other token is accepted; null while the previous one is. */
  token_sole_since: number | null;
  quarantine: Generated<0 | 1>;
  /**
   * Since when the quarantine is on automatically, until the first day without rejections; null if a person set it, or it is
   * off.
   */
  quarantine_auto_since: number | null;
  /** The sort key of lists by name: see name-order.ts. */
  name_order: Generated<string>;
  expected_interval_s: Generated<number | null>;
  silence_alarm: Generated<SilenceAlarm | null>;
  /** See device-notes.ts. */
  tags: Generated<string>;
  attributes: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  location_label: Generated<string>;
  notes: Generated<string>;
  template_id: number | null;
  /** The version of the template that a following device has; null if it has no template. */
  template_version: number | null;
  follows_template: Generated<0 | 1>;
}

export interface SensorTable {
  id: Generated<number>;
  uuid: string;
  device_id: number;
  name: string;
  slug: string;
  type: string | null;
  unit: string | null;
  chain_id: number | null;
  created_at: number;
}

interface ChainTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  name: string;
  /** Null if it was never published; then it has a draft. */
  published_version: number | null;
  created_at: number;
  /** A ChainDefinition as JSON. Its shape is valid, but it may have any other problem. */
  draft: string | null;
  /** Counts the changes of the draft, including its creation and deletion. */
  draft_revision: Generated<number>;
  draft_updated_at: number | null;
}

interface ChainVersionTable {
  chain_id: number;
  version: number;
  /** A ChainDefinition as JSON. */
  definition: string;
  published_at: number;
  note: Generated<string>;
}

/** Removed sensors whose readings may still be stored. */
interface RemovedSensorTable {
  sensor_id: number;
  removed_at: number;
}

interface SettingTable {
  key: string;
  value: string;
}

/** Named secrets of an account: keys that sign webhooks, passwords of brokers. */
export interface SecretTable {
  account_id: number;
  name: string;
  sealed: Uint8Array;
  created_at: number;
}

/** For how many days readings are kept. */
interface RetentionSchema {
  account_retention: { account_id: number; days: number };
  sensor_retention: { sensor_id: number; days: number | null };
}
