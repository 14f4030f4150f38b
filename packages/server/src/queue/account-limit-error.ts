import { QueueUnavailableError } from "./queue.ts";

/** A limit of the account is reached: nothing of the request was accepted, and it may be sent again later. */
export class AccountLimitError extends QueueUnavailableError {
  readonly setting: string;
  readonly max: number;

  constructor(message: string, setting: string, max: number) {
    super(message);
    this.setting = setting;
    this.max = max;
  }
}
