/**
 * A request to the device API that the server sends for a device. It travels between processes, so it has no token: the
 * sender has checked that it is allowed, and ingest trusts it.
 */
export interface DeviceRequest {
  readonly target: string;
  readonly body: string;
  /** What the clock of the device says, for its `Date` header. Absent: the request has none. */
  readonly clockMs?: number;
}

/** The answer that the device would have got. */
export interface DeviceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
