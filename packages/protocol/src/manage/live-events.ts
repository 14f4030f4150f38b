import type { AlarmChange, Severity } from "../closed-sets.ts";
import type { Scope } from "./access.ts";
import type { DeviceRequest } from "./activity-routes.ts";
import type { NotifiedAlarmValues } from "./alarm-values.ts";

/** The data of each kind of event of GET …/live. Devices, sensors and chains are identified by UUIDs. */
export interface LiveEvents {
  readonly value: LiveValue;
  readonly alarm: LiveAlarm;
  readonly device: LiveConnection;
  readonly deletion: { readonly device: string };
  readonly chain: LiveChainCounts;
  readonly activity: LiveRequest;
  readonly outcome: LiveRequest;
  /** Events were missed, and everything has to be read again. */
  readonly reset: object;
}

/** The kinds that a client can choose. */
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

/** Requests of devices: most of the events under heavy traffic, and shown on few pages. */
export const liveRequestKinds: readonly LiveEventKind[] = ["activity", "outcome"];

/** The scope that an API key needs to receive each kind: that of the route that lists the same data. */
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

export interface LiveAlarm extends NotifiedAlarmValues {
  readonly device: string;
  /** Null for an alarm about a silent device, and so are the values. */
  readonly sensor: string | null;
  readonly name: string;
  readonly change: AlarmChange;
  readonly severity: Severity | null;
  /** Null for API keys without `readings:read`, and so are the values, because a message may quote the reading. */
  readonly message: string | null;
  readonly at: string;
  readonly value: number | null;
}

interface LiveConnection {
  readonly device: string;
  readonly last_connected: string;
}

/** What a chain has counted since it was created, at the nodes of its published version, and its recent errors. */
export interface LiveChainCounts {
  readonly chain: string;
  readonly nodes: readonly LiveNodeCounts[];
  /** The last error of each node that had any since the previous event about the chain. */
  readonly errors: readonly LiveNodeError[];
}

interface LiveNodeCounts {
  readonly node: string;
  readonly output: string;
  readonly readings: number;
  /** How many of them ended here unsaved. */
  readonly ended: number;
}

export interface LiveNodeError {
  readonly node: string;
  readonly at: string;
  /** Null for API keys without `readings:read`, since it may quote the reading. */
  readonly reason: string | null;
  /** The sensor of the reading; null if the sensor was removed since. */
  readonly sensor: string | null;
}

/** As in the list of requests, but with the name of the device beside its UUID. */
export type LiveRequest = Omit<DeviceRequest, "device"> & {
  readonly device: string;
  readonly device_name: string;
};
