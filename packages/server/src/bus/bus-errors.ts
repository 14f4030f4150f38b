import type { Role } from "./messages.ts";

const names: Record<Role, string> = {
  ingest: "ingest",
  process: "processor",
  deliver: "deliverer",
  manage: "management",
};
const words: Record<Role, string> = {
  ingest: "The ingest process",
  process: "The processor",
  deliver: "The deliverer",
  manage: "The management process",
};

/** No member of the role is there, or the one that was asked died before it answered; a moment later there will be one again. */
export class MemberUnavailableError extends Error {
  readonly code: string;

  constructor(role: Role) {
    super(`${words[role]} is restarting. Try again in a moment.`);
    this.code = `${names[role]}_unavailable`;
  }
}

/** It is there, and has more to do than it can do in time. */
export class MemberTimeoutError extends Error {
  readonly code: string;

  constructor(role: Role) {
    super(`${words[role]} did not answer in time. What was asked may still be done.`);
    this.code = `${names[role]}_timeout`;
  }
}

/** The member was asked and has thrown; message and code are those of what it threw. */
export class RefusedError extends Error {
  readonly code: string | undefined;

  constructor(reason: string, code: string | undefined) {
    super(reason);
    this.code = code;
  }
}
