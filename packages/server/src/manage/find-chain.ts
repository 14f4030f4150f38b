import type { Kysely } from "kysely";
import type { AuditedAction } from "../control/audit/audited-action.ts";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader } from "../control/control-store.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

export interface FoundChain {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  /** Null while it was never published; then it has a draft. */
  readonly publishedVersion: number | null;
  /** JSON of its definition; null where there is no draft. */
  readonly draft: string | null;
  readonly draftRevision: number;
  readonly draftUpdatedAt: number | null;
  readonly createdAt: number;
}

/** A chain without its draft, which may be long. */
export type ListedChain = Omit<FoundChain, "draft">;

/** For the audit log. Never with a definition: addresses and headers in it may hold what is better not copied. */
export function actionOnChain(
  action: string,
  { accountId, uuid }: FoundChain,
  values: Pick<AuditedAction, "before" | "after">,
): AuditedAction {
  return { accountId, action, subjectKind: "chain", subject: uuid, ...values };
}

/**
 * By UUID or by name; a UUID is looked for first, so a chain named like another's UUID cannot stand in its way. Every
 * function that takes a chain goes through here, which is what keeps accounts apart: within an account, a chain of
 * another one is as unknown as one that never was. `db` may be a transaction of the store.
 */
export async function findChain(
  store: ControlReader,
  db: Kysely<ControlSchema>,
  selector: string,
): Promise<Result<FoundChain>> {
  const chains = chainsWithin(db, store.accountId);
  const byUuid = await chains.where("uuid", "=", selector).executeTakeFirst();
  if (byUuid) return succeed(byUuid);
  const [byName, another] = await chains.where("name", "=", selector).limit(2).execute();
  if (another) {
    return refuse(
      "ambiguous_chain",
      `Several accounts have a chain "${selector}". Name the account, or the chain by its UUID.`,
    );
  }
  return byName ? succeed(byName) : refuse("unknown_chain", `There is no chain "${selector}".`);
}

export function chainsWithin(db: Kysely<ControlSchema>, accountId: number | null) {
  return listedWithin(db, accountId).select("chains.draft");
}

export function listedWithin(db: Kysely<ControlSchema>, accountId: number | null) {
  const chains = db
    .selectFrom("chains")
    .select([
      "chains.id",
      "chains.uuid",
      "chains.account_id as accountId",
      "chains.name",
      "chains.published_version as publishedVersion",
      "chains.draft_revision as draftRevision",
      "chains.draft_updated_at as draftUpdatedAt",
      "chains.created_at as createdAt",
    ]);
  return accountId === null ? chains : chains.where("chains.account_id", "=", accountId);
}
