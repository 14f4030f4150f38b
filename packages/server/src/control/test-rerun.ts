import type { Control } from "./control.ts";

/**
 * For tests only: every transaction is run once for nothing before it counts, as an engine does that lets transactions
 * run side by side and repeats those that got in each other's way. Work that does more than read and write shows.
 */
export function rerunTransactions<C extends Control>(control: C): C {
  return {
    ...control,
    async transact(work, isKept) {
      await control.transact(work, () => false).catch(() => undefined);
      return control.transact(work, isKept);
    },
  };
}
