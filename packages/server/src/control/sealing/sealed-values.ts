import { sql } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";

/**
 * Everything that is stored sealed: device tokens, secrets of accounts, seeds of one-time passwords,
 * targets of channels and the key of Web Push. */
export type SealedValue = { readonly sealed: Uint8Array } & (
  | { readonly kind: "token"; readonly deviceId: number; readonly uuid: string }
  | { readonly kind: "secret"; readonly accountId: number; readonly name: string }
  | { readonly kind: "seed"; readonly userId: number; readonly uuid: string }
  | { readonly kind: "channel"; readonly channelId: number; readonly uuid: string }
  | { readonly kind: "push key" }
);

/** Returns values that do not begin with these bytes: they are sealed with another key. */
export async function valuesWithoutHead(db: ControlData, head: Uint8Array): Promise<SealedValue[]> {
  const isOther = (column: string) => sql<boolean>`substr(${sql.ref(column)}, 1, ${head.length}) <> ${head}`;
  const tokens = await db
    .selectFrom("devices")
    .select(["id as deviceId", "uuid", "token_sealed as sealed"])
    .where(isOther("token_sealed"))
    .execute();
  const secrets = await db
    .selectFrom("secrets")
    .select(["account_id as accountId", "name", "sealed"])
    .where(isOther("sealed"))
    .execute();
  const seeds = await db
    .selectFrom("users")
    .select(["id as userId", "uuid", "totp_sealed as sealed"])
    .where(isOther("totp_sealed"))
    .$narrowType<{ sealed: Uint8Array }>()
    .execute();
  const channels = await db
    .selectFrom("channels")
    .select(["id as channelId", "uuid", "sealed"])
    .where(isOther("sealed"))
    .execute();
  const pushKeys = await db.selectFrom("push_keys").select("sealed").where(isOther("sealed")).execute();
  return [
    ...tokens.map((token) => ({ kind: "token" as const, ...token })),
    ...secrets.map((secret) => ({ kind: "secret" as const, ...secret })),
    ...seeds.map((seed) => ({ kind: "seed" as const, ...seed })),
    ...channels.map((channel) => ({ kind: "channel" as const, ...channel })),
    ...pushKeys.map((pushKey) => ({ kind: "push key" as const, ...pushKey })),
  ];
}

/** A value that was replaced meanwhile stays as it is. */
export async function reseal(tx: ControlTransaction, value: SealedValue, sealed: Uint8Array): Promise<void> {
  switch (value.kind) {
    case "token":
      await tx
        .updateTable("devices")
        .set({ token_sealed: sealed })
        .where("id", "=", value.deviceId)
        .where("token_sealed", "=", value.sealed)
        .execute();
      break;
    case "secret":
      await tx
        .updateTable("secrets")
        .set({ sealed })
        .where("account_id", "=", value.accountId)
        .where("name", "=", value.name)
        .where("sealed", "=", value.sealed)
        .execute();
      break;
    case "seed":
      await tx
        .updateTable("users")
        .set({ totp_sealed: sealed })
        .where("id", "=", value.userId)
        .where("totp_sealed", "=", value.sealed)
        .execute();
      break;
    case "channel":
      await tx
        .updateTable("channels")
        .set({ sealed })
        .where("id", "=", value.channelId)
        .where("sealed", "=", value.sealed)
        .execute();
      break;
    case "push key":
      await tx.updateTable("push_keys").set({ sealed }).where("sealed", "=", value.sealed).execute();
      break;
  }
}
