/** Points of each role's work at which a kill would show what was promised too early. */
export const killPoints = [
  "ingest: about to append",
  "ingest: durable, not answered",
  "ingest: told of a change",
  "ingest: change applied, not confirmed",
  "process: about to commit",
  "process: committed, not reported",
  "manage: change committed, not announced",
  "manage: announced, not answered",
] as const;

export type KillPoint = (typeof killPoints)[number];
