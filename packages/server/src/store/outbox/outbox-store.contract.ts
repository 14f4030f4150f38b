import { outboxClaimsContract } from "./outbox-claims.contract.ts";
import { outboxDueContract } from "./outbox-due.contract.ts";
import { outboxQueriesContract } from "./outbox-queries.contract.ts";
import { outboxSettlingContract } from "./outbox-settling.contract.ts";
import { outboxWritingContract } from "./outbox-writing.contract.ts";
import type { OutboxAdapter } from "./test-outbox-scene.ts";

/** Checks everything that an outbox promises, on the real engine. */
export function outboxContract(name: string, adapter: OutboxAdapter): void {
  outboxWritingContract(name, adapter);
  outboxDueContract(name, adapter);
  outboxClaimsContract(name, adapter);
  outboxSettlingContract(name, adapter);
  outboxQueriesContract(name, adapter);
}
