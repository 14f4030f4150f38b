import type { ChainLevel } from "@weir/protocol/closed-sets";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";

/** Something that has a chain as its own. */
export interface ChainAssignment {
  readonly level: ChainLevel;
  readonly id: number;
  readonly name: string;
  /** Null for a group, which is identified by its name. */
  readonly uuid: string | null;
  /** Set for a sensor. */
  readonly device: { readonly uuid: string; readonly name: string } | null;
}

/**
 * Returns everything on one level that has the chain, in order of creation. All of it belongs to the chain's account, because
 * no other can use the chain.
 */
export async function assignmentsOn(
  db: ControlData,
  chainId: number,
  level: ChainLevel,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<ChainAssignment[]> {
  switch (level) {
    case "default": {
      const accounts = db.selectFrom("accounts").select(["id", "name", "uuid"]);
      const own = accounts.where("default_chain_id", "=", chainId).where("id", ">", afterId);
      const rows = await own.orderBy("id").limit(limit).execute();
      return rows.map((row) => ({ ...row, level, device: null }));
    }
    case "group": {
      const groups = db.selectFrom("device_groups").select(["id", "name"]);
      const own = groups.where("chain_id", "=", chainId).where("id", ">", afterId);
      const rows = await own.orderBy("id").limit(limit).execute();
      return rows.map((row) => ({ ...row, level, uuid: null, device: null }));
    }
    case "device": {
      const devices = db.selectFrom("devices").select(["id", "name", "uuid"]);
      const own = devices.where("chain_id", "=", chainId).where("id", ">", afterId);
      const rows = await own.orderBy("id").limit(limit).execute();
      return rows.map((row) => ({ ...row, level, device: null }));
    }
    case "sensor": {
      const rows = await db
        .selectFrom("sensors")
        .innerJoin("devices", "devices.id", "sensors.device_id")
        .select(["sensors.id", "sensors.name", "sensors.uuid"])
        .select(["devices.uuid as deviceUuid", "devices.name as deviceName"])
        .where("sensors.chain_id", "=", chainId)
        .where("sensors.id", ">", afterId)
        .orderBy("sensors.id")
        .limit(limit)
        .execute();
      return rows.map(({ deviceUuid, deviceName, ...sensor }) => {
        return { ...sensor, level, device: { uuid: deviceUuid, name: deviceName } };
      });
    }
  }
}

/** How many sensors, devices and groups have a chain as their own. */
export interface AssignmentCounts {
  readonly isDefault: boolean;
  readonly groups: number;
  readonly devices: number;
  readonly sensors: number;
}

/** Takes as many queries for many chains as for one. */
export async function countAssignments(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  chainIds: readonly number[],
): Promise<(chainId: number) => AssignmentCounts> {
  const count = async (
    table: "device_groups" | "devices" | "sensors",
  ): Promise<ReadonlyMap<number, number>> => {
    const rows = await db
      .selectFrom(table)
      .select((row) => ["chain_id as id", row.fn.countAll<number>().as("count")])
      .where("chain_id", "in", dialect.listed(chainIds))
      .groupBy("chain_id")
      .execute();
    return new Map(rows.map((row) => [row.id!, row.count]));
  };
  const defaults = await db
    .selectFrom("accounts")
    .select("default_chain_id as id")
    .where("default_chain_id", "in", dialect.listed(chainIds))
    .execute();
  const isDefault = new Set(defaults.map(({ id }) => id));
  const [groups, devices, sensors] = [
    await count("device_groups"),
    await count("devices"),
    await count("sensors"),
  ];
  return (id) => ({
    isDefault: isDefault.has(id),
    groups: groups.get(id) ?? 0,
    devices: devices.get(id) ?? 0,
    sensors: sensors.get(id) ?? 0,
  });
}

/** Null removes the own chain; `default` with the account's id always has one. */
export async function setChain(
  tx: ControlTransaction,
  { level, id }: { readonly level: ChainLevel; readonly id: number },
  chainId: number | null,
): Promise<void> {
  if (level === "default") {
    await tx.updateTable("accounts").set({ default_chain_id: chainId }).where("id", "=", id).execute();
    return;
  }
  const table = ({ sensor: "sensors", device: "devices", group: "device_groups" } as const)[level];
  await tx.updateTable(table).set({ chain_id: chainId }).where("id", "=", id).execute();
}
