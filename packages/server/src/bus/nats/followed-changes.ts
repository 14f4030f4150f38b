import type { ControlChange } from "../../control/control.ts";
import type { ApplyChanges, Changes } from "../bus.ts";

/** More changes than this are not kept one by one: loading everything is faster. */
const keptMax = 10_000;

/**
 * What this member does with changes. They are kept while it loads, when it starts and when it has missed some, because it serves nobody
 * meanwhile; otherwise they are applied as they come.
 */
export class FollowedChanges {
  #apply: ApplyChanges | null = null;
  #isKeeping = true;
  #kept: Changes = [];
  /** One after the other. */
  #catchingUp: Promise<void> = Promise.resolve();

  /** Resolves when this member works by the changes, or will before it serves anybody. */
  async take(changes: readonly ControlChange[]): Promise<void> {
    if (!this.#isKeeping) return await this.#apply!(changes);
    if (this.#kept === "everything") return;
    this.#kept = this.#kept.length + changes.length > keptMax ? "everything" : [...this.#kept, ...changes];
  }

  /** Changes may have been missed. From now on they are kept, until `catchUp`. */
  missed(): void {
    this.#isKeeping = true;
    this.#kept = "everything";
  }

  /** Resolves when what was kept is applied. */
  async follow(apply: ApplyChanges): Promise<void> {
    this.#apply = apply;
    await this.catchUp();
  }

  /** Does nothing before `follow`, which will do it. After a failure everything is due. */
  catchUp(): Promise<void> {
    const caughtUp = this.#catchingUp.then(() => this.#catchUp());
    this.#catchingUp = caughtUp.catch(() => undefined);
    return caughtUp;
  }

  /** Changes may have been missed that nobody relies on, so this member goes on while it loads everything. */
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
