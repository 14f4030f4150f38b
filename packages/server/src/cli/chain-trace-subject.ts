import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { ApiClient } from "./client/api-client.ts";
import { CommandFailure, usageExit } from "./failure.ts";

export type Trace = CallAnswer<"readChainTrace">;

/** What is traced: the readings of the sensors that use a chain, or those of a device. */
export interface TraceSubject {
  start(minutes: number): Promise<Trace>;
  read(): Promise<Trace>;
  stop(): Promise<Trace>;
}

interface NamedSubject {
  readonly chain: string | undefined;
  readonly device: string | undefined;
}

export function refuseSubject({ chain, device }: NamedSubject): void {
  if ((chain === undefined) !== (device === undefined)) return;
  throw new CommandFailure("usage", "Give either a chain, or a device with --device.", usageExit);
}

/** The named one of the two. */
export async function traceSubject(
  api: ApiClient,
  { chain, device }: NamedSubject,
  named: string | undefined,
): Promise<TraceSubject> {
  if (device !== undefined) {
    const params = { account: (await api.accountOf({ device }, named)).uuid, device };
    return {
      start: (minutes) => api.call("startDeviceTrace", { params, body: { minutes } }),
      read: () => api.call("readDeviceTrace", { params }),
      stop: () => api.call("stopDeviceTrace", { params }),
    };
  }
  const params = { account: (await api.accountOf({ chain }, named)).uuid, chain: chain! };
  return {
    start: (minutes) => api.call("startChainTrace", { params, body: { minutes } }),
    read: () => api.call("readChainTrace", { params }),
    stop: () => api.call("stopChainTrace", { params }),
  };
}
