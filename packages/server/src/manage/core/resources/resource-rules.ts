import type { FieldsOf, OnceOf, ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import type { ComputedOf, PatchOf } from "@weir/protocol/resources/resource-route-types";
import type { Control, ControlChange, ControlTransaction } from "../../../control/control.ts";
import type { Viewer } from "../../../control/owned-rows.ts";
import type { ResourceRows, RowOf } from "../../../control/resources/resource-rows.ts";
import type { AccountContext } from "../api-context.ts";
import type { Result } from "../manage-error.ts";

/** What only the server knows about a resource. Every part is a plain function. */
export interface ResourceRules<
  Definition extends ResourceDefinition,
  Row extends RowOf<Definition> = RowOf<Definition>,
  Kept extends object = object,
> {
  /** Where they are kept, if not in a table with a column for each field. */
  readonly rows?: ResourceRows<Definition, Row, Kept>;
  /** What the audit log says of one, besides the fields that lists show, its owner and version. */
  readonly audited?: (row: Row) => object;
  /**
   * Refuses what needs more than the schema of each field, such as other control data. What it returns is kept with the
   * fields.
   */
  readonly check?: (wanted: WantedChange<Definition, Row>) => Promise<Result<Kept>> | Result<Kept>;
  /** What running processes load again after a change. It may write what follows from the change. */
  readonly changes?: (made: MadeChange<Row>) => Promise<readonly ControlChange[]> | readonly ControlChange[];
  /** What the ETag compares, if not each field by itself. */
  readonly compared?: (row: Row) => readonly unknown[];
  /** What the definition lists besides the fields or in their place, of all rows of an answer. */
  readonly listed?: (
    rows: readonly Row[],
    context: AccountContext,
  ) => Promise<readonly ComputedOf<Definition>[]> | readonly ComputedOf<Definition>[];
}

/** A new one, or a change of one, before it is made. `before` is null for a new one. */
export type WantedChange<Definition extends ResourceDefinition, Row> = {
  readonly control: Control;
  readonly tx: ControlTransaction;
  /** Whose it is or will be. */
  readonly holder: Viewer;
  readonly uuid: string;
  /** As they will be kept. */
  readonly fields: FieldsOf<Definition>;
} & (
  | { readonly before: null; readonly sent: PatchOf<Definition> & OnceOf<Definition> }
  | { readonly before: Row; readonly sent: PatchOf<Definition> }
);

/** A change that was made, in its transaction. `before` is null for a new one, and `after` for one that was deleted. */
export type MadeChange<Row> = {
  readonly control: Control;
  readonly tx: ControlTransaction;
} & (
  | { readonly before: null; readonly after: Row }
  | { readonly before: Row; readonly after: Row }
  | { readonly before: Row; readonly after: null }
);
