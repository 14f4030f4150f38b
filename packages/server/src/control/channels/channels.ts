import type { ChannelKind } from "@weir/protocol/closed-sets";
import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { Insertable, Selectable } from "kysely";
import type { ChannelTable } from "../channel-schema.ts";
import type { ControlData, ControlTransaction } from "../control.ts";
import { type Viewer, visibleTo } from "../owned-rows.ts";

/** A channel without its sealed target. */
export interface Channel {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  /** The person whose own channel it is; null for a channel of the account. */
  readonly userId: number | null;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly address: string;
  readonly destination: string;
  readonly quietHours: WeeklyMute | null;
  readonly createdAt: number;
}

/** The channels of the account and the viewer's own, by name in any case of letters. */
export async function channelsFor(db: ControlData, viewer: Viewer): Promise<Channel[]> {
  const rows = await visibleChannels(db, viewer)
    .orderBy(({ fn }) => fn("lower", ["name"]))
    .orderBy("id")
    .execute();
  return rows.map(toChannel);
}

/** The channels of the account and of all its members. */
export async function allChannels(db: ControlData, accountId: number): Promise<Channel[]> {
  const rows = await db.selectFrom("channels").selectAll().where("account_id", "=", accountId).execute();
  return rows.map(toChannel);
}

/** Returns null also for another person's own channel. */
export async function findChannel(db: ControlData, viewer: Viewer, uuid: string): Promise<Channel | null> {
  const row = await visibleChannels(db, viewer).where("uuid", "=", uuid).executeTakeFirst();
  return row === undefined ? null : toChannel(row);
}

/** For delivery: a channel with its sealed target; null if it was deleted. */
export async function readSealedChannel(
  db: ControlData,
  uuid: string,
): Promise<(Channel & { readonly sealed: Uint8Array }) | null> {
  const row = await db.selectFrom("channels").selectAll().where("uuid", "=", uuid).executeTakeFirst();
  return row === undefined ? null : { ...toChannel(row), sealed: row.sealed };
}

export async function insertChannel(tx: ControlTransaction, row: Insertable<ChannelTable>): Promise<Channel> {
  return toChannel(await tx.insertInto("channels").values(row).returningAll().executeTakeFirstOrThrow());
}

export async function updateChannel(
  tx: ControlTransaction,
  id: number,
  { name, quietHours }: Pick<Channel, "name" | "quietHours">,
): Promise<void> {
  const columns = { name, quiet_hours: quietHours === null ? null : JSON.stringify(quietHours) };
  await tx.updateTable("channels").set(columns).where("id", "=", id).execute();
}

export async function deleteChannel(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("channels").where("id", "=", id).execute();
}

function visibleChannels(db: ControlData, { accountId, userId }: Viewer) {
  return db.selectFrom("channels").selectAll().where("account_id", "=", accountId).where(visibleTo(userId));
}

function toChannel(row: Selectable<ChannelTable>): Channel {
  const { id, uuid, name, kind, address, destination, quiet_hours: quiet } = row;
  return {
    id,
    uuid,
    name,
    kind,
    address,
    destination,
    accountId: row.account_id,
    userId: row.user_id,
    createdAt: row.created_at,
    quietHours: quiet === null ? null : (JSON.parse(quiet) as WeeklyMute),
  };
}
