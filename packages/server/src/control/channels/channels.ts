import type { channel } from "@weir/protocol/resources/channel";
import type { Selectable } from "kysely";
import type { ChannelTable } from "../channel-schema.ts";
import type { ControlData } from "../control.ts";
import { countOwned, type Viewer, visibleTo } from "../owned-rows.ts";
import type { ResourceRows, RowOf } from "../resources/resource-rows.ts";

/** What is kept of a channel's target, in plain text and sealed. */
type KeptTarget = Pick<ChannelTable, "kind" | "address" | "destination" | "sealed">;

export type Channel = RowOf<typeof channel> & KeptTarget;

export const channelRows: ResourceRows<typeof channel, Channel, KeptTarget> = {
  list: channelsFor,

  async find(db, viewer, uuid) {
    const row = await visibleChannels(db, viewer).where("uuid", "=", uuid).executeTakeFirst();
    return row === undefined ? null : toChannel(row);
  },

  count: (db, holder) => countOwned(db, "channels", holder),

  async insert(tx, { uuid, accountId, userId, createdAt, name, quiet_hours, ...target }) {
    const { kind, address, destination, sealed } = target;
    await tx
      .insertInto("channels")
      .values({
        uuid,
        account_id: accountId,
        user_id: userId,
        name,
        kind,
        address,
        destination,
        sealed,
        quiet_hours: quiet_hours === null ? null : JSON.stringify(quiet_hours),
        created_at: createdAt!,
      })
      .execute();
  },

  /** The target stays. */
  async update(tx, { id, name, quiet_hours }) {
    const columns = { name, quiet_hours: quiet_hours === null ? null : JSON.stringify(quiet_hours) };
    await tx.updateTable("channels").set(columns).where("id", "=", id).execute();
  },

  async delete(tx, id) {
    await tx.deleteFrom("channels").where("id", "=", id).execute();
  },
};

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

/** For delivery. Null if it was deleted. */
export async function channelByUuid(db: ControlData, uuid: string): Promise<Channel | null> {
  const row = await db.selectFrom("channels").selectAll().where("uuid", "=", uuid).executeTakeFirst();
  return row === undefined ? null : toChannel(row);
}

function visibleChannels(db: ControlData, { accountId, userId }: Viewer) {
  return db.selectFrom("channels").selectAll().where("account_id", "=", accountId).where(visibleTo(userId));
}

function toChannel(row: Selectable<ChannelTable>): Channel {
  const { id, uuid, name, kind, address, destination, sealed, quiet_hours: quiet } = row;
  return {
    id,
    uuid,
    name,
    kind,
    address,
    destination,
    sealed,
    accountId: row.account_id,
    userId: row.user_id,
    version: null,
    createdAt: row.created_at,
    updatedAt: null,
    quiet_hours: quiet === null ? null : (JSON.parse(quiet) as Channel["quiet_hours"]),
  };
}
