/** The roles of members. Each role includes the rights of the roles before it. */
export const roles = ["viewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/**
 * Who may call a route: everybody, everyone who is signed in, the operator of the server, or members of the account in
 * the path with at least this role. Routes of an account have `{account}` in their path, and only they need a role. The
 * operator is whoever runs commands on the server's own machine, and has all rights of owners. `link` is for whoever has
 * the token of a share link; who else they are is not looked at.
 */
export type Access = "public" | "link" | "signed-in" | "operator" | Role;

/** What an API key may do. A key acts only within its account, and never manages people. */
export const scopes = [
  "devices:read",
  "devices:write",
  "readings:read",
  "readings:write",
  "chains:read",
  "chains:write",
  "operations:read",
  "operations:write",
  "boards:read",
  "boards:write",
  "account:read",
  "system:read",
] as const;
export type Scope = (typeof scopes)[number];

/** What the name of a scope does not say. Shown wherever scopes are chosen. */
export const scopeNotes: Partial<Readonly<Record<Scope, string>>> = {
  "devices:write":
    "Assigning a chain, moving a device to another group or template, deleting a group, applying a template and changing the slug of a sensor also need readings:read, because they decide where readings are sent.",
  "readings:read": "Needed for everything that shows values or decides where they are sent.",
  "chains:write":
    "Publishing or assigning chains and changing alert rules also needs readings:read, because they can send values anywhere.",
  "operations:write":
    "Creating channels and notification rules also needs readings:read, because messages contain values.",
  "boards:write": "Changing tiles also needs readings:read, because a share link shows their values.",
};

/**
 * What an API key needs for a route: one scope; all of several if the answer spans them; or any of several if the
 * answer omits what the key's scopes do not cover.
 */
export type ScopeNeed = Scope | { readonly allOf: readonly Scope[] } | { readonly anyOf: readonly Scope[] };

/** The scopes that a need names. */
export function scopesIn(need: ScopeNeed): readonly Scope[] {
  if (typeof need === "string") return [need];
  return "allOf" in need ? need.allOf : need.anyOf;
}

/** A need in words, as in "chains:read and readings:read". */
export function scopeText(need: ScopeNeed, mark = ""): string {
  const named = scopesIn(need).map((scope) => mark + scope + mark);
  return named.join(typeof need === "object" && "anyOf" in need ? " or " : " and ");
}

export function meetsNeed(need: ScopeNeed, held: readonly Scope[]): boolean {
  const named = scopesIn(need);
  const isAny = typeof need === "object" && "anyOf" in need;
  return isAny ? named.some((scope) => held.includes(scope)) : named.every((scope) => held.includes(scope));
}
