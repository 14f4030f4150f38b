import type { Handling } from "@weir/protocol/contracts";
import type { Budget } from "../limit/limiter.ts";
import type { Position } from "../queue/position.ts";
import type { RefusedReadings } from "./activity/request-activity.ts";
import type { Authentication, Credential } from "./authenticate/authenticate.ts";
import type { Device } from "./authenticate/device-registry.ts";
import type { DeviceClock } from "./classify/clock-correction.ts";
import type { RequestHead } from "./http/request-head.ts";
import type { Route } from "./http/route.ts";
import type { ErrorMap } from "./parse/problems.ts";
import type { Contract } from "./respond/contract.ts";
import type { Reply } from "./respond/reply.ts";

/** A request once it is known whom it addresses. */
export interface Arrived {
  readonly head: RequestHead;
  readonly arrivalMs: number;
  /** By the monotonic clock, for measuring. */
  readonly startedMs: number;
  readonly route: Route | null;
  readonly device: Device | undefined;
  /** Whether no change of devices can have been missed when the device was looked up. */
  readonly isDeviceCurrent: boolean;
  readonly contract: Contract;
  readonly credential: Credential;
  /** Set if the budget depends on it; null if it is not checked yet. */
  readonly authentication: Authentication | null;
  /** The key of the budget that the request counts against. */
  readonly limitKey: string;
  readonly peerAddress: string;
}

/** An arrived request, and what is left of its budget. */
export interface Visit extends Arrived {
  readonly budget: Budget;
  readonly reply: Reply;
  /** Null until the request has proved to be of a device of the account. */
  accountId: number | null;
  /** Facts that are found on the way, for the device's activity. */
  bodyBytes: number | null;
  preferred: Handling | null;
  clock: DeviceClock | null;
  behindMs: number | null;
  problems: ErrorMap | null;
  refused: RefusedReadings | null;
  /** The position by which the accepted readings are in the queue; null if there are none. */
  position: Position | null;
}
