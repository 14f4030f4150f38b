import type { AlarmChange, Severity } from "../closed-sets.ts";
import type { Scope } from "./access.ts";
import type { DeviceRequest } from "./activity-routes.ts";

/** What comes with each kind of event of GET …/live. Devices, sensors and chains go by their UUIDs. */
export interface LiveEvents {
  readonly value: LiveValue;
  readonly alarm: LiveAlarm;
  readonly device: LiveConnection;
  readonly deletion: { readonly device: string };
  readonly chain: LiveChainCounts;
  readonly activity: LiveRequest;
  readonly outcome: LiveRequest;
  /** Events were missed, and everything has to be read anew. */
  readonly reset: object;
}

/** Those that can be chosen. */
export const liveEventKinds = [
  "value",
  "alarm",
  "device",
  "deletion",
  "chain",
  "activity",
  "outcome",
] as const;
export type LiveEventKind = (typeof liveEventKinds)[number];

/** What an API key needs to be sent each kind: the scope of the route that lists the same. */
export const liveEventScopes: Readonly<Record<LiveEventKind, Scope>> = {
  value: "readings:read",
  alarm: "operations:read",
  device: "devices:read",
  deletion: "devices:read",
  chain: "chains:read",
  activity: "devices:read",
  outcome: "devices:read",
};

export interface LiveValue {
  readonly device: string;
  readonly sensor: string;
  readonly slug: string;
  readonly at: string;
  readonly value: number;
}

export interface LiveAlarm {
  readonly device: string;
  /** Null, as is the value, of an alarm about a silent device. */
  readonly sensor: string | null;
  readonly name: string;
  readonly change: AlarmChange;
  readonly severity: Severity | null;
  /** Null, as is the value, for API keys without `readings:read`: a message may quote the reading. */
  readonly message: string | null;
  readonly at: string;
  readonly value: number | null;
}

interface LiveConnection {
  readonly device: string;
  readonly last_connected: string;
}

/** What a chain has counted since it was made, at the nodes of its published version, and what went wrong lately. */
export interface LiveChainCounts {
  readonly chain: string;
  readonly nodes: readonly LiveNodeCounts[];
  /** The last one of each node that had any since the chain was last told of. */
  readonly errors: readonly LiveNodeError[];
}

interface LiveNodeCounts {
  readonly node: string;
  readonly output: string;
  readonly readings: number;
  /** Those of them that ended here unsaved. */
  readonly ended: number;
}

export interface LiveNodeError {
  readonly node: string;
  readonly at: string;
  /** Null for API keys without `readings:read`, since it may quote the reading. */
  readonly reason: string | null;
  /** Whose reading it was; null where the sensor was removed since. */
  readonly sensor: string | null;
}

/** As in the list of requests, except that the device's name stands beside its UUID. */
export type LiveRequest = Omit<DeviceRequest, "device"> & {
  readonly device: string;
  readonly device_name: string;
};
