import type { FieldsOf, ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import type { Generated } from "kysely";

/** Numbers and texts are stored as they are, flags as 0 or 1, everything else as JSON. */
type Stored<Value> = Value extends string | number | null ? Value : Value extends boolean ? 0 | 1 : string;

/** The table of a resource for Kysely. */
export type ResourceTable<Definition extends ResourceDefinition> = {
  id: Generated<number>;
  uuid: string;
  account_id: number;
} & (Definition["owner"] extends "account or person"
  ? {
      /** The person whose own it is; null for the account's. */
      user_id: number | null;
    }
  : unknown) &
  (Definition extends { readonly version: "counted" } ? { version: number } : unknown) & {
    [Time in Definition["times"][number]]: number;
  } & StoredFields<Definition>;

/** The columns of the fields. */
export type StoredFields<Definition extends ResourceDefinition> = {
  [Name in keyof FieldsOf<Definition>]: Stored<FieldsOf<Definition>[Name]>;
};
