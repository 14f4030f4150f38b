import type { StoredSampleState } from "@weir/protocol/sample-states";
import type { Generated } from "kysely";

/** The tables of sample data. */
export interface SampleSchema {
  samples: SampleTable;
  sample_items: SampleItemTable;
}

/** The sample of an account. The row stays until nothing of the sample is left. */
export interface SampleTable {
  account_id: number;
  state: StoredSampleState;
  /** With the time of loading, decides all its values. */
  seed: number;
  loaded_at: number;
  /** How many of its devices have their week of readings. */
  filled: number;
  /** The requests up to this time have been sent. */
  sent_until: number;
  /** When a page of the account was last open, give or take an hour. */
  seen_at: number;
  /** The process that works on it, and until when no other one does. */
  worker: string | null;
  worker_until: number | null;
}

/** One of the ids is set. */
interface SampleItemTable {
  id: Generated<number>;
  account_id: number;
  device_id: number | null;
  /** Which device of the sample the device is; null for one of an older sample, which sends nothing. */
  part: string | null;
  group_id: number | null;
  board_id: number | null;
  chain_id: number | null;
  template_id: number | null;
  chart_id: number | null;
  type_id: number | null;
  created_at: number;
}
