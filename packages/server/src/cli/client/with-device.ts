import type { Command } from "commander";
import type { AccountName, ApiClient } from "./api-client.ts";
import { withApi } from "./connect.ts";

/** A device as routes name it, and the account that it is in. */
export interface DevicePlace {
  readonly params: { readonly account: string; readonly device: string };
  readonly account: AccountName;
}

/** Runs a command on one device, whichever account it is in. */
export function withDevice<T>(
  command: Command,
  device: string,
  work: (api: ApiClient, place: DevicePlace) => Promise<T>,
): Promise<T> {
  return withApi(command, async (api) => {
    const account = await api.accountOf({ device }, undefined);
    return work(api, { params: { account: account.uuid, device }, account });
  });
}
