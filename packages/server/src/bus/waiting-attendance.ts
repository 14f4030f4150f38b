import { type Log, reasonOf } from "../platform/log.ts";
import type { Attendance } from "./bus.ts";
import type { Events, Questions, Role } from "./messages.ts";

/** Passes questions and events to the attendance of a member. Until there is one, they wait, in order. */
export class WaitingAttendance {
  readonly #log: Log;
  readonly #attending = Promise.withResolvers<void>();
  #attendance: Attendance | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  begin(attendance: Attendance): void {
    this.#attendance = attendance;
    this.#attending.resolve();
  }

  /** Not kept, because an attendance that begins later asks which members are there. */
  joined(role: Role): void {
    this.#attendance?.joined(role);
  }

  async answer(question: Questions[Role]): Promise<unknown> {
    if (this.#attendance === null) await this.#attending.promise;
    return this.#attendance!.answer(question);
  }

  async hear(event: Events[Role], sender: string): Promise<void> {
    if (this.#attendance === null) await this.#attending.promise;
    try {
      this.#attendance!.hear(event, sender);
    } catch (error) {
      this.#log.error("an event from another process could not be handled", {
        event: event.kind,
        reason: reasonOf(error),
      });
    }
  }

  async left(sender: string): Promise<void> {
    if (this.#attendance === null) await this.#attending.promise;
    this.#attendance!.left(sender);
  }
}
