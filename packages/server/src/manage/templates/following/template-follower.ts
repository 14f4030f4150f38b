import { setImmediate } from "node:timers/promises";
import { actingAs, operator } from "../../../control/actor.ts";
import type { Control } from "../../../control/control.ts";
import { templatesToFollow } from "../../../control/templates/templated-devices.ts";
import type { Log } from "../../../platform/log.ts";
import { Rounds } from "../../../platform/rounds.ts";
import { followNextDevices } from "./follow-next-devices.ts";

/** A process that was killed in the middle of its work is replaced by this one after this time. */
const lookEveryMs = 30_000;

/**
 * Brings devices that follow templates to their current versions: after each change, at the start, and every half a minute. What
 * remains to be done is read from the control data, so restarts change nothing, and several processes can share the work.
 */
export class TemplateFollower {
  readonly #control: Control;
  readonly #rounds: Rounds;

  constructor(control: Control, log: Log) {
    this.#control = actingAs(control, operator("server"));
    const failed = "devices could not be given the changes of their templates";
    this.#rounds = new Rounds({ everyMs: lookEveryMs, work: () => this.#follow(), log, failed });
    this.follow();
  }

  /** Resolves when all followers have what their templates said at the call. */
  follow(): Promise<void> {
    return this.#rounds.run();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One batch of each template in turn, so that none waits for a large fleet of another account. */
  async #follow(): Promise<void> {
    let templates = await templatesToFollow(this.#control.db);
    while (templates.length > 0) {
      const unfinished: typeof templates = [];
      for (const template of templates) {
        if (this.#rounds.isStopped) return;
        const follow = async () => {
          const done = await followNextDevices(this.#control, template);
          if (done.ok && done.value > 0) unfinished.push(template);
        };
        await this.#rounds.part(follow, { template: template.id });
        // Requests get their turn.
        await setImmediate();
      }
      templates = unfinished;
    }
  }
}
