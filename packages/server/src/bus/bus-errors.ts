import type { Member } from "./messages.ts";

const names: Record<Member, string> = {
  ingest: "ingest",
  process: "processor",
  deliver: "deliverer",
  manage: "management",
};
const words: Record<Member, string> = {
  ingest: "The ingest process",
  process: "The processor",
  deliver: "The deliverer",
  manage: "The management process",
};

/** The member is not there, or died before it answered; a moment later it will be there again. */
export class MemberUnavailableError extends Error {
  readonly code: string;

  constructor(member: Member) {
    super(`${words[member]} is restarting. Try again in a moment.`);
    this.code = `${names[member]}_unavailable`;
  }
}

/** It is there, and has more to do than it can do in time. */
export class MemberTimeoutError extends Error {
  readonly code: string;

  constructor(member: Member) {
    super(`${words[member]} did not answer in time. What was asked may still be done.`);
    this.code = `${names[member]}_timeout`;
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
