import type { Selectable, Updateable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { DeviceTable } from "../control-schema.ts";

const tokenColumns = [
  "token_hash",
  "token_sealed",
  "token_created_at",
  "token_last_used_at",
  "token_sole_since",
  "previous_token_created_at",
  "previous_token_expires_at",
  "previous_token_last_used_at",
] as const;

/** The stored columns of a device's token and of the previous one. */
export type TokenRow = Pick<Selectable<DeviceTable>, (typeof tokenColumns)[number]>;

export async function readTokenRow(db: ControlData, deviceId: number): Promise<TokenRow | undefined> {
  return db.selectFrom("devices").select(tokenColumns).where("id", "=", deviceId).executeTakeFirst();
}

/** Returns the columns of a device that has one token, from that time on. */
export function soleToken(sinceUs: number): Updateable<DeviceTable> {
  return {
    previous_token_hash: null,
    previous_token_created_at: null,
    previous_token_expires_at: null,
    previous_token_until_first_use: 0,
    previous_token_last_used_at: null,
    token_sole_since: sinceUs,
  };
}

/** Two tokens of a device. The hash of the previous one identifies the overlap. */
interface TokenOverlap {
  readonly deviceId: number;
  readonly previousHash: Uint8Array;
}

/** When tokens were used; undefined leaves a time unchanged. */
interface TokenUseTimes {
  readonly currentUsedUs?: number | undefined;
  readonly previousUsedUs?: number | undefined;
}

/** Leaves the device with its current token, unless another overlap has begun since. */
export async function endOverlap(
  tx: ControlTransaction,
  overlap: TokenOverlap,
  endedAtUs: number,
  uses: Pick<TokenUseTimes, "currentUsedUs">,
): Promise<void> {
  await updateOverlap(tx, overlap, { ...soleToken(endedAtUs), ...usedColumns(uses) });
}

/** Records when the tokens were used, unless another overlap has begun since. */
export async function noteTokenUses(
  tx: ControlTransaction,
  overlap: TokenOverlap,
  uses: TokenUseTimes,
): Promise<void> {
  await updateOverlap(tx, overlap, usedColumns(uses));
}

function usedColumns({ currentUsedUs, previousUsedUs }: TokenUseTimes): Updateable<DeviceTable> {
  return {
    ...(currentUsedUs === undefined ? {} : { token_last_used_at: currentUsedUs }),
    ...(previousUsedUs === undefined ? {} : { previous_token_last_used_at: previousUsedUs }),
  };
}

async function updateOverlap(
  tx: ControlTransaction,
  { deviceId, previousHash }: TokenOverlap,
  columns: Updateable<DeviceTable>,
): Promise<void> {
  await tx
    .updateTable("devices")
    .set(columns)
    .where("id", "=", deviceId)
    .where("previous_token_hash", "=", previousHash)
    .execute();
}
