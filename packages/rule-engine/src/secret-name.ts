const allowed = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the problem of a secret's name, or null. Nodes name the account's secrets and never contain them. */
export function secretNameProblem(name: string): string | null {
  return allowed.test(name)
    ? null
    : "must be the name of a secret: 1 to 64 letters, digits, dashes and underscores";
}
