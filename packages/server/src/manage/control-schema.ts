import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { Generated } from "kysely";

/**
 * The tables of control.db as Kysely sees them; control-migrations.ts is what creates them. Ids are internal and never
 * reused, UUIDs are what people and devices see. Times are microseconds since 1970.
 */
export interface ControlSchema {
  accounts: AccountTable;
  device_groups: DeviceGroupTable;
  devices: DeviceTable;
  sensors: SensorTable;
  chains: ChainTable;
  chain_versions: ChainVersionTable;
  removed_sensors: RemovedSensorTable;
  settings: SettingTable;
}

export interface AccountTable {
  id: Generated<number>;
  uuid: string;
  name: string;
  default_chain_id: number | null;
  created_at: number;
}

export interface DeviceGroupTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  chain_id: number | null;
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

export interface ChainTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  name: string;
  published_version: number;
  created_at: number;
}

export interface ChainVersionTable {
  chain_id: number;
  version: number;
  /** A ChainDefinition as JSON. */
  definition: string;
  published_at: number;
}

/** Sensors that are gone while readings of theirs may still be stored. */
export interface RemovedSensorTable {
  sensor_id: number;
  removed_at: number;
}

export interface SettingTable {
  key: string;
  value: string;
}
