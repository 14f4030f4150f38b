import type { AccountUse } from "../../api/api-context.ts";
import type { Bus } from "../../bus/bus.ts";
import type { Unsettled } from "../../queue/unsettled.ts";
import type { Backlog } from "../../store/backlog-store.ts";

/** Whoever looks at limits waits no longer for a busy process. */
const askTimeoutMs = 2000;

/** What accounts use of that which other processes count. */
export class AccountUses {
  readonly #bus: Pick<Bus, "ask">;
  #parked: readonly Backlog[] = [];

  constructor(bus: Pick<Bus, "ask">) {
    this.#bus = bus;
  }

  async of(accountId: number): Promise<AccountUse> {
    const [unsettled, identities, processor] = await Promise.all([
      this.#unsettled(accountId),
      this.#bus
        .ask("ingest", { kind: "identities", accountId }, { timeoutMs: askTimeoutMs })
        .catch(() => null),
      this.#bus
        .ask("process", { kind: "account use", accountId }, { timeoutMs: askTimeoutMs })
        .catch(() => null),
    ]);
    return {
      queueBytes: unsettled === null ? null : (unsettled[0]?.bytes ?? 0),
      identities,
      traces: processor?.traces ?? null,
      storedReadings: processor?.storedReadings ?? null,
      processedPercent: processor?.processedPercent ?? null,
    };
  }

  /** The processor has reported. */
  reported({ parked }: { readonly parked: readonly Backlog[] }): void {
    this.#parked = parked;
  }

  /** What waits for its account's turn, by the last report. */
  get parked(): readonly Backlog[] {
    return this.#parked;
  }

  /** Of all accounts that have any; none where it cannot be told. */
  async unsettled(): Promise<readonly Unsettled[]> {
    return (await this.#unsettled(null)) ?? [];
  }

  #unsettled(accountId: number | null): Promise<readonly Unsettled[] | null> {
    return this.#bus
      .ask("ingest", { kind: "unsettled", accountId }, { timeoutMs: askTimeoutMs })
      .catch(() => null);
  }
}
