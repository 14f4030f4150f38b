import type { Claim, OutboxStore } from "./outbox-store.ts";

/** For tests only: claims a row, whoever had claimed it. Where it does not wait, the claim is of nothing. */
export async function claimOf(outbox: Pick<OutboxStore, "claim">, id: number): Promise<Claim> {
  const forever = Number.MAX_SAFE_INTEGER;
  const [row] = await outbox.claim([id], { nowMs: forever, untilMs: forever });
  return row ?? { id, claim: 0 };
}
