import type { Role, Scope } from "@weir/protocol/manage/access";

/**
 * The caller: a signed-in person, a program with an API key, or the operator, who runs a command on the server's
 * machine.
 */
export type Caller =
  | { readonly kind: "operator"; readonly name: string }
  | {
      readonly kind: "user";
      readonly userId: number;
      readonly email: string;
      readonly sessionId: number;
      /** When the person last entered a password or code, in microseconds since 1970. */
      readonly provedAt: number;
    }
  | {
      readonly kind: "key";
      readonly keyId: number;
      readonly name: string;
      readonly accountId: number;
      /** The email of the person who created it, or "operator". */
      readonly createdBy: string;
      readonly scopes: readonly Scope[];
      /** Microseconds since 1970; null if it does not expire. */
      readonly expiresAt: number | null;
    };

/** The account in the path, and the caller's role in it. A key counts as an editor. */
export interface AccountAccess {
  readonly id: number;
  /** What its turns and shares count with. See control/accounts/tenants.ts. */
  readonly tenantId: number;
  readonly uuid: string;
  readonly name: string;
  readonly role: Role;
  /** Whether the account requires a second factor that the caller has not set up. Always false for a key. */
  readonly needsSecondFactor: boolean;
}
