import type { FieldsOf, ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import type { ControlChange, ControlTransaction } from "../../control/control.ts";
import type { ResourceRows, RowOf } from "../../control/resources/resource-rows.ts";
import type { Refusal } from "../manage-error.ts";
import type { Editor } from "../owner-rules.ts";

/** What only the server knows about a resource. Every part is a plain function. */
export interface ResourceRules<Definition extends ResourceDefinition> {
  /** Where they are kept, if not in a table with a column for each field. */
  readonly rows?: ResourceRows<Definition>;
  /** What the audit log says of one, besides the fields that lists show, its owner and version. */
  readonly audited?: (row: RowOf<Definition>) => object;
  /** A refusal that needs more than the schema of each field. */
  readonly check?: (
    tx: ControlTransaction,
    editor: Editor,
    fields: FieldsOf<Definition>,
  ) => Promise<Refusal | null> | Refusal | null;
  /** What running processes load again after a change. */
  readonly changes?: (row: RowOf<Definition>) => readonly ControlChange[];
}
