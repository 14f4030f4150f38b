import { type Log, reasonOf } from "../../platform/log.ts";
import type { ApplyChanges } from "../bus.ts";
import type { Role } from "../messages.ts";
import { memberId } from "./bus-message.ts";
import { FollowedChanges } from "./followed-changes.ts";
import type { Membership } from "./membership.ts";

/** How soon a member that could not load everything tries again. */
const reloadAgainMs = 500;

interface OwnPlaceOptions {
  /** The id of the channel of this process. */
  readonly channel: string;
  readonly role: Role;
  readonly membership: Membership;
  readonly log: Log;
  /** Called after each join, because others have to learn the new id. */
  readonly onJoined: () => void;
}

/**
 * The place of this process among the members. Its states:
 * - *joined*: listed, but without a lease. It loads and keeps changes, and does not act.
 * - *acting*: it has loaded everything and holds a lease.
 * - *revoked*: others have given it up, and changes may have been announced without it. It joins again under a new id
 *   and loads everything.
 * - *left*: for good.
 * Joined leads to acting (`follow`), acting to revoked (`revoked`), revoked to joined by itself, and each of them to
 * left (`leave`).
 */
export class OwnPlace {
  /** The changes that this member receives. */
  readonly followed = new FollowedChanges();
  readonly #options: OwnPlaceOptions;
  #joins = 0;
  #isRevoked = false;
  #isClosed = false;
  #isRejoining = false;
  #isStale = false;
  #isReloading = false;
  #joining: Promise<void> = Promise.resolve();

  constructor(options: OwnPlaceOptions) {
    this.#options = options;
  }

  get id(): string {
    return memberId(this.#options.channel, this.#joins);
  }

  async join(): Promise<void> {
    const { membership, role, onJoined } = this.#options;
    this.#joins++;
    const joined = membership.join({ id: this.id, role });
    this.#joining = joined.catch(() => undefined);
    await joined;
    onJoined();
  }

  async follow(apply: ApplyChanges): Promise<void> {
    await this.followed.follow(apply);
    if (!this.#isRejoining && !this.#isClosed) this.#options.membership.begin();
  }

  revoked(): void {
    this.#isRevoked = true;
    this.followed.missed();
    if (this.#isClosed || this.#isRejoining) return;
    this.#isRejoining = true;
    void this.#rejoin();
  }

  /**
   * Loads everything again, because control data may have changed without an announcement. This member continues to
   * act, because nobody was told that such a change is in force.
   */
  reload(): void {
    this.#isStale = true;
    if (this.#isReloading) return;
    this.#isReloading = true;
    void this.#reload();
  }

  /** `sayBye` notifies the others before the list changes. */
  async leave(sayBye: () => Promise<void>): Promise<void> {
    const { membership, log } = this.#options;
    this.#isClosed = true;
    // Leaving does not wait for loading, which may take long and is no longer needed.
    await this.#joining;
    membership.end();
    await sayBye();
    try {
      await membership.leave();
    } catch (error) {
      log.warn("this member could not leave the cluster in good order", { reason: reasonOf(error) });
    }
  }

  async #reload(): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      try {
        await this.followed.reload();
      } catch (error) {
        this.#isStale = true;
        this.#options.log.error("this member could not load everything, trying again", {
          reason: reasonOf(error),
        });
        await Bun.sleep(reloadAgainMs);
      }
    }
    this.#isReloading = false;
  }

  async #rejoin(): Promise<void> {
    const { membership, log } = this.#options;
    while (!this.#isClosed) {
      try {
        if (this.#isRevoked) await this.#joinAgain();
        await this.followed.catchUp();
        if (this.#isRevoked || this.#isClosed) continue;
        this.#isRejoining = false;
        if (this.followed.isFollowing) membership.begin();
        return;
      } catch (error) {
        log.error("this member could not load everything, trying again", { reason: reasonOf(error) });
        await Bun.sleep(reloadAgainMs);
      }
    }
  }

  async #joinAgain(): Promise<void> {
    this.#isRevoked = false;
    try {
      await this.join();
    } catch (error) {
      this.#isRevoked = true;
      throw error;
    }
    // Only data that is loaded from now on surely contains every change that was not announced to this member.
    this.followed.missed();
  }
}
