import type { Role } from "./messages.ts";

const names: Record<Role, string> = {
  ingest: "ingest",
  process: "processor",
  deliver: "deliverer",
  manage: "management",
  command: "command",
};
const words: Record<Role, string> = {
  ingest: "The ingest process",
  process: "The processor",
  deliver: "The deliverer",
  manage: "The management process",
  command: "The command",
};

/**
 * The role has no reachable member, or the member that was asked died before it answered. It should be available again
 * soon.
 */
export class MemberUnavailableError extends Error {
  readonly code: string;

  constructor(role: Role) {
    super(`${words[role]} is restarting. Try again in a moment.`);
    this.code = `${names[role]}_unavailable`;
  }
}

/** The member is reachable but did not answer in time, because it has too much to do. */
export class MemberTimeoutError extends Error {
  readonly code: string;

  constructor(role: Role) {
    super(`${words[role]} did not answer in time. The request may still be carried out.`);
    this.code = `${names[role]}_timeout`;
  }
}

/** The member threw an error while it answered. Message and code are those of the error. */
export class RefusedError extends Error {
  readonly code: string | undefined;

  constructor(reason: string, code: string | undefined) {
    super(reason);
    this.code = code;
  }
}

/** The member does not know the question, because it has another version than the process that asks. */
export class UnknownQuestionError extends Error {
  readonly code = "unknown_question";

  constructor({ kind }: { readonly kind: string }) {
    super(`This version of Weir cannot answer the question "${kind}" of another process.`);
  }
}
