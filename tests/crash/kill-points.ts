/** Points of each role's work at which a kill would show that something was promised too early. */
export const acceptingPoints = [
  "ingest: about to append",
  "ingest: durable, not answered",
  "ingest: told of a change",
  "ingest: change applied, not confirmed",
  "process: about to commit",
  "process: committed, not reported",
  "manage: change committed, not announced",
  "manage: announced, not answered",
] as const;

/** Points of moving staged rows to where they belong. */
export const filingPoints = [
  "process: part staged, not committed",
  "process: rows filed, not committed",
  "process: filed rows committed, others not begun",
] as const;

/** Points of sending the messages of chains. */
export const deliveryPoints = [
  "process: message claimed, not sent",
  "process: message sent, not settled",
  "process: message settled, not reported",
] as const;

export type KillPoint = (typeof acceptingPoints | typeof filingPoints | typeof deliveryPoints)[number];
