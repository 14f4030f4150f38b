import type { ControlStore } from "./control-store.ts";

/**
 * For tests only: every transaction is run once for nothing before it counts, as an engine does that lets transactions
 * run side by side and repeats those that got in each other's way. Work that does more than read and write shows.
 */
export function rerunTransactions<Store extends ControlStore>(store: Store): Store {
  return {
    ...store,
    async transact(work, isKept) {
      await store.transact(work, () => false).catch(() => undefined);
      return store.transact(work, isKept);
    },
  };
}
