/** What became of something that can fail in ways its caller expects: the value, or the reason why there is none. */
export type Result<T, E> = Success<T> | Failure<E>;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure<E> {
  readonly ok: false;
  readonly error: E;
}

export function succeed<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function fail<const E>(error: E): Failure<E> {
  return { ok: false, error };
}

/** For a failure that would be a defect: what was checked before, and what a test relies on. */
export function unwrap<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(typeof result.error === "string" ? result.error : JSON.stringify(result.error));
}
