import type { RoleFailure, SupervisedRole } from "./role-messages.ts";

/** The first start of each role, for callers that wait for it. Only the supervisor needs to know about later starts. */
export class FirstStarts {
  readonly #starts: ReadonlyMap<SupervisedRole, PromiseWithResolvers<string | null>>;

  constructor(roles: readonly SupervisedRole[]) {
    this.#starts = new Map(roles.map((role) => [role, Promise.withResolvers<string | null>()]));
    // A role that nobody waits for is restarted until it can start.
    for (const { promise } of this.#starts.values()) promise.catch(() => undefined);
  }

  /** Resolves to the address of the listener, or null if the role is not ingest. Rejects if the role cannot start. */
  of(role: SupervisedRole): Promise<string | null> {
    return this.#starts.get(role)!.promise;
  }

  ready(role: SupervisedRole, url: string | null): void {
    this.#starts.get(role)!.resolve(url);
  }

  failed(role: SupervisedRole, failure: RoleFailure): void {
    this.#starts.get(role)!.reject(asError(failure));
  }
}

/** The failure of another process as an error of this one. */
export function asError({ message, code, syscall }: RoleFailure): Error {
  return Object.assign(
    new Error(message),
    code === undefined ? {} : { code },
    syscall === undefined ? {} : { syscall },
  );
}
