import type { Claim, OutboxStore } from "./outbox-store.ts";

/** For tests: claims a row, even if it is claimed already. For a row that is not waiting, returns a claim that nobody holds. */
export async function claimOf(outbox: Pick<OutboxStore, "claim">, id: number): Promise<Claim> {
  const forever = Number.MAX_SAFE_INTEGER;
  const [row] = await outbox.claim([id], { nowMs: forever, untilMs: forever });
  return row ?? { id, claim: 0 };
}
