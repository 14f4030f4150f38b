import type { Kysely } from "kysely";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader } from "../control/control-store.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

export interface FoundDevice {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly accountId: number;
}

/**
 * Every function that takes a device's UUID goes through here, which is what keeps accounts apart: within an account,
 * a device of another one is as unknown as one that never was. `db` may be a transaction of the store.
 */
export async function findDevice(
  store: ControlReader,
  db: Kysely<ControlSchema>,
  uuid: string,
): Promise<Result<FoundDevice>> {
  const devices = db.selectFrom("devices").select(["id", "uuid", "name", "account_id as accountId"]);
  const device = await devices.where("uuid", "=", uuid).executeTakeFirst();
  const isWithin = store.accountId === null || store.accountId === device?.accountId;
  return device && isWithin ? succeed(device) : refuse("unknown_device", `There is no device "${uuid}".`);
}
