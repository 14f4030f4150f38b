const allowed = /^[A-Za-z0-9_-]{1,64}$/;

/** Nodes name the account's secrets and never hold them. What is wrong with such a name; null where nothing is. */
export function secretNameProblem(name: string): string | null {
  return allowed.test(name)
    ? null
    : "must be the name of a secret: 1 to 64 letters, digits, dashes and underscores";
}
