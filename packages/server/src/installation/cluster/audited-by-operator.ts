import type { ClusterConfig } from "../../config/is-cluster.ts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { openPostgresControl } from "../../control/postgres/open-postgres-control.ts";
import { givenTokenKey } from "../../control/sealing/token-key.ts";
import { askAudited } from "../../manage/core/ask-audited.ts";
import { createLog } from "../../platform/log.ts";

interface OperatorsWork<Done> {
  readonly action: string;
  readonly subjectKind: string;
  /** By default the key that this command was given, by its id. */
  readonly subject?: string;
  readonly work: () => Promise<Done>;
  /** What the audit log says about the result. */
  readonly after: (done: Done) => AuditedAction["after"];
}

/**
 * For commands that work on the engines alone and change nothing that a process has in memory. The entry in the audit log
 * is written before the work begins.
 */
export async function auditedByOperator<Done>(
  config: ClusterConfig,
  { work, after, ...done }: OperatorsWork<Done>,
): Promise<Done> {
  const key = givenTokenKey(config.tokenKey, config.tokenKeyPrevious);
  // What the command itself logs about the engines is enough.
  const log = createLog("error", "audit");
  const control = await openPostgresControl(config.postgresUrl, {
    key,
    log,
    applicationName: "weir command",
    announce: async () => undefined,
  });
  const action = { accountId: null, subject: key.current.id.toString("hex"), ...done };
  try {
    return await askAudited(control, action, work, (result) => ({ after: after(result) }));
  } finally {
    await control.close();
  }
}
