import { type Log, reasonOf } from "../../platform/log.ts";
import type { Acknowledgement, Announcement } from "./bus-message.ts";
import type { FollowedChanges } from "./followed-changes.ts";

/** How many announcements of a member are remembered, in case it sends them again. */
const rememberedMax = 2000;

/**
 * Applies the announcements of other members, each once, and reports the progress whenever an announcement is sent
 * again.
 */
export class Acknowledgements {
  readonly #followed: FollowedChanges;
  readonly #log: Log;
  readonly #states = new Map<string, Acknowledgement["state"]>();

  constructor(followed: FollowedChanges, log: Log) {
    this.#followed = followed;
    this.#log = log;
  }

  take({ number, changes }: Announcement, from: string, reply: (ack: Acknowledgement) => void): void {
    const key = `${from} ${number}`;
    const say = (state: Acknowledgement["state"]) => {
      this.#states.set(key, state);
      reply({ kind: "ack", number, state });
    };
    const known = this.#states.get(key);
    if (known !== undefined) {
      say(known);
      return;
    }
    this.#forgetOldest();
    say("working");
    this.#followed.take(changes).then(
      () => say("applied"),
      (error: unknown) => {
        this.#log.error("a change could not be applied", { reason: reasonOf(error) });
        say("failed");
      },
    );
  }

  #forgetOldest(): void {
    if (this.#states.size < rememberedMax) return;
    for (const [key, state] of this.#states) {
      if (state === "working") continue;
      this.#states.delete(key);
      return;
    }
  }
}
