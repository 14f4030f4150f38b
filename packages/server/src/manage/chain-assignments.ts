import type { Kysely } from "kysely";
import type { Level } from "../control/chains/applicable-chain.ts";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader } from "../control/control-store.ts";
import { findChain } from "./find-chain.ts";
import { type Result, succeed } from "./manage-error.ts";

/** Something that has a chain as its own. */
export interface ChainAssignment {
  readonly level: Level;
  readonly id: number;
  readonly name: string;
  /** Null for a group, which is known by its name. */
  readonly uuid: string | null;
  /** Of a sensor. */
  readonly device: { readonly uuid: string; readonly name: string } | null;
}

/** In the order they are listed. */
export const assignmentLevels = ["default", "group", "device", "sensor"] as const satisfies readonly Level[];

/** Where the list goes on. Ids never change, so nothing is missed or told twice while people assign and rename. */
type AssignmentPlace = Pick<ChainAssignment, "level" | "id">;

interface AssignmentPage {
  readonly assignments: readonly ChainAssignment[];
  /** Null where nothing follows. */
  readonly last: AssignmentPlace | null;
}

/** What a chain is assigned to, level by level, each in the order they were made. */
export async function listChainAssignments(
  store: ControlReader,
  selector: string,
  { after, limit }: { readonly after: AssignmentPlace | null; readonly limit: number },
): Promise<Result<AssignmentPage>> {
  const chain = await findChain(store, store.db, selector);
  if (!chain.ok) return chain;
  const found: ChainAssignment[] = [];
  for (const level of assignmentLevels.slice(after === null ? 0 : assignmentLevels.indexOf(after.level))) {
    // One more than fits tells whether another page follows.
    const part = { afterId: after?.level === level ? after.id : 0, limit: limit + 1 - found.length };
    if (part.limit > 0) found.push(...(await readLevel(store.db, chain.value.id, level, part)));
  }
  if (found.length <= limit) return succeed({ assignments: found, last: null });
  const assignments = found.slice(0, limit);
  const { level, id } = assignments.at(-1)!;
  return succeed({ assignments, last: { level, id } });
}

/** All that have the chain belong to its account: no other can be given it. */
async function readLevel(
  db: Kysely<ControlSchema>,
  chainId: number,
  level: Level,
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
