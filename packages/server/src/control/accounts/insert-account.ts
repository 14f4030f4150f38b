import { randomUUID } from "node:crypto";
import type { FieldsOf } from "@weir/protocol/resources/resource-definition";
import type { sensorType } from "@weir/protocol/resources/sensor-type";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ControlTransaction } from "../control.ts";
import { storedFields } from "../resources/table-rows.ts";
import { type Account, updateAccount } from "./accounts.ts";

interface NewAccount {
  readonly name: string;
  readonly defaultChain: { readonly name: string; readonly definition: ChainDefinition };
  readonly sensorTypes: readonly FieldsOf<typeof sensorType>[];
  readonly nowUs: number;
  readonly createdBy: number | null;
  readonly tenantId: number | null;
}

/** Inserts an account with its default chain, which is published, and its sensor types. */
export async function insertAccount(
  tx: ControlTransaction,
  { name, defaultChain, sensorTypes, nowUs, createdBy, tenantId }: NewAccount,
): Promise<{ readonly account: Account; readonly chainId: number }> {
  const account = await tx
    .insertInto("accounts")
    .values({
      uuid: randomUUID(),
      name,
      default_chain_id: null,
      created_at: nowUs,
      created_by: createdBy,
      tenant_id: tenantId,
    })
    .returning(["id", "uuid", "name", "created_at as createdAt"])
    .executeTakeFirstOrThrow();
  const chainId = await insertDefaultChain(tx, account.id, { ...defaultChain, nowUs });
  await updateAccount(tx, account.id, { default_chain_id: chainId });
  await insertSensorTypes(tx, account.id, sensorTypes, nowUs);
  return { account, chainId };
}

async function insertSensorTypes(
  tx: ControlTransaction,
  accountId: number,
  types: NewAccount["sensorTypes"],
  nowUs: number,
): Promise<void> {
  // Loaded here, because accounts are rarely created, and it takes long to load what checks input.
  const { sensorType } = await import("@weir/protocol/resources/sensor-type");
  const rows = types.map((type) => {
    return {
      ...storedFields(sensorType, type),
      uuid: randomUUID(),
      account_id: accountId,
      created_at: nowUs,
    };
  });
  await tx.insertInto("sensor_types").values(rows).execute();
}

async function insertDefaultChain(
  tx: ControlTransaction,
  accountId: number,
  { name, definition, nowUs }: NewAccount["defaultChain"] & { readonly nowUs: number },
): Promise<number> {
  const version = 1;
  const { id } = await tx
    .insertInto("chains")
    .values({
      uuid: randomUUID(),
      account_id: accountId,
      name,
      published_version: version,
      created_at: nowUs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("chain_versions")
    .values({ chain_id: id, version, definition: JSON.stringify(definition), published_at: nowUs })
    .execute();
  return id;
}
