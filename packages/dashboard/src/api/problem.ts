import type { Problem as ProblemBody } from "@weir/protocol/manage/problem";

type Limit = NonNullable<ProblemBody["limit"]>;

/** Why the server did not do what it was asked (RFC 9457), or why it could not be reached. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field, like `body.name`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterS: number | null;
  /** The setting whose limit was reached, if that is the reason. */
  readonly limit: Limit | null;

  constructor(details: {
    status: number;
    code: string;
    message: string;
    fields?: Readonly<Record<string, string>>;
    retryAfterS?: number | null;
    limit?: Limit | null;
  }) {
    super(details.message);
    this.name = "Problem";
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.retryAfterS = details.retryAfterS ?? null;
    this.limit = details.limit ?? null;
  }
}

export function isProblem(error: unknown, code?: string): error is Problem {
  return error instanceof Problem && (code === undefined || error.code === code);
}

export function unreachable(): Problem {
  return new Problem({
    status: 0,
    code: "unreachable",
    message: "Can’t reach the server. Check that it’s running.",
  });
}

/** The person was asked for a password or code and did not enter one. */
export function notConfirmed(): Problem {
  return new Problem({
    status: 403,
    code: "not_confirmed",
    message: "You didn’t confirm that it’s you, so nothing was changed.",
  });
}

/** Whether the requested thing does not exist, or no longer exists. */
export function isGone(error: unknown): boolean {
  return isProblem(error) && error.status === 404;
}

/** A sentence for people, for any kind of error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}

/** The server's message about one field of a form, by the field's name in the body. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!isProblem(error)) return undefined;
  const message = error.fields[`body.${field}`] ?? error.fields[field];
  return message === undefined ? undefined : asSentence(message);
}

/** The API continues the name of the field, as in "must not be empty". Below the field, it is a sentence. */
function asSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
