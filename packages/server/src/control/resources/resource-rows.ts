import type { FieldsOf, ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { Holder, Viewer } from "../owned-rows.ts";

/** What every row of a resource has besides its fields. */
interface RowFacts {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  /** The person whose own it is; null for the account's. */
  readonly userId: number | null;
  /** Counts changes, from 1. Null if the resource does not count them. */
  readonly version: number | null;
  /** Null if the resource does not keep it. */
  readonly createdAt: number | null;
  /** Null if the resource does not keep it. */
  readonly updatedAt: number | null;
}

export type RowOf<Definition extends ResourceDefinition> = RowFacts & FieldsOf<Definition>;
export type NewRowOf<Definition extends ResourceDefinition> = Omit<RowOf<Definition>, "id">;

/** What lists show. The other fields may be missing, because they may be large. */
export type ListedRowOf<
  Definition extends ResourceDefinition,
  Row extends RowOf<Definition> = RowOf<Definition>,
> = Omit<Row, UnlistedNames<Definition>> & Partial<Pick<Row, UnlistedNames<Definition>>>;

type UnlistedNames<Definition extends ResourceDefinition> = keyof {
  [Name in keyof FieldsOf<Definition> as Definition["fields"][Name]["isListed"] extends true
    ? never
    : Name]: Name;
} &
  keyof RowOf<Definition>;

/**
 * The rows of a resource in the control data of both engines. `TableRows` keeps them in one table. A resource whose rows
 * refer to others, or keep their earlier versions, has rows of its own. `Row` is what is found of one, and `Kept` what is kept
 * of it besides its fields, such as the ids of what the fields name.
 */
export interface ResourceRows<
  Definition extends ResourceDefinition,
  Row extends RowOf<Definition> = RowOf<Definition>,
  Kept extends object = object,
> {
  /** Returns those of the account and the viewer's own, by name in any case. */
  list(db: ControlData, viewer: Viewer): Promise<ListedRowOf<Definition, Row>[]>;
  /** Returns null also for another person's own. */
  find(db: ControlData, viewer: Viewer, uuid: string): Promise<Row | null>;
  count(db: ControlData, holder: Holder): Promise<number>;
  /** `savedBy` is the name of who creates it. */
  insert(tx: ControlTransaction, row: NewRowOf<Definition> & Kept, savedBy: string): Promise<void>;
  update(tx: ControlTransaction, row: RowOf<Definition> & Kept, savedBy: string): Promise<void>;
  delete(tx: ControlTransaction, id: number): Promise<void>;
}
