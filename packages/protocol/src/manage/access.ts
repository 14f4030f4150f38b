/** What members of an account may do; each may do what those before it may. */
export const roles = ["viewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/**
 * Who may call a route: everybody, everybody who is signed in, or members of the account in the path from a role on.
 * Routes of an account have `{account}` in their path, and only they need a role.
 */
export type Access = "public" | "signed-in" | Role;

/** What an API key is allowed. A key acts within its account only, and never as an owner of people. */
export const scopes = [
  "devices:read",
  "devices:write",
  "readings:read",
  "readings:write",
  "chains:read",
  "chains:write",
  "operations:read",
  "operations:write",
  "account:read",
] as const;
export type Scope = (typeof scopes)[number];
