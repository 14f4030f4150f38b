import type { ControlChange } from "../../control/control.ts";
import type { ApplyChanges, Changes } from "../bus.ts";

/** Past this number, changes are not kept one by one, because loading everything is faster. */
const keptMax = 10_000;

/**
 * Applies the announced changes to this member. It has two states:
 * - *keeping*: the member loads, because it has started or has missed changes. It serves nobody, so changes are only
 *   kept.
 * - *following*: changes are applied as they arrive.
 * `missed` leads back to keeping, and `catchUp` to following, when all kept changes are applied.
 */
export class FollowedChanges {
  #apply: ApplyChanges | null = null;
  #isKeeping = true;
  #kept: Changes = [];
  /** Ends when the last `catchUp` or `reload` has ended. They run one after the other. */
  #catchingUp: Promise<void> = Promise.resolve();

  /** Resolves when this member has applied the changes, or will apply them before it serves anybody. */
  async take(changes: readonly ControlChange[]): Promise<void> {
    if (!this.#isKeeping) return await this.#apply!(changes);
    if (this.#kept === "everything") return;
    this.#kept = this.#kept.length + changes.length > keptMax ? "everything" : [...this.#kept, ...changes];
  }

  /** Changes may have been missed. They are kept from now on, until `catchUp`. */
  missed(): void {
    this.#isKeeping = true;
    this.#kept = "everything";
  }

  /** Resolves when the kept changes are applied. */
  async follow(apply: ApplyChanges): Promise<void> {
    this.#apply = apply;
    await this.catchUp();
  }

  /** Does nothing before `follow`, which catches up itself. After a failure, everything has to be applied again. */
  catchUp(): Promise<void> {
    const caughtUp = this.#catchingUp.then(() => this.#catchUp());
    this.#catchingUp = caughtUp.catch(() => undefined);
    return caughtUp;
  }

  /**
   * Loads everything again. Nobody relies on the changes that may have been missed, so this member continues to act
   * meanwhile.
   */
  reload(): Promise<void> {
    const reloaded = this.#catchingUp.then(async () => {
      if (this.#isKeeping) this.#kept = "everything";
      else await this.#apply!("everything");
    });
    this.#catchingUp = reloaded.catch(() => undefined);
    return reloaded;
  }

  get isFollowing(): boolean {
    return this.#apply !== null && !this.#isKeeping;
  }

  async #catchUp(): Promise<void> {
    if (this.#apply === null) return;
    while (this.#kept.length > 0) {
      const kept = this.#kept;
      this.#kept = [];
      try {
        await this.#apply(kept);
      } catch (error) {
        this.#kept = "everything";
        throw error;
      }
    }
    this.#isKeeping = false;
  }
}
