import { readFileSync } from "node:fs";

const header = "Weir-Operator";
const nameLengthMax = 100;
const usersFile = "/etc/passwd";
const superuser = "root";

/** The system user who runs this process. */
export function operatorName(): string {
  return systemUserName(process.getuid?.() ?? null, readUsers());
}

/**
 * The name of a user in the contents of /etc/passwd. `userInfo` of the runtime only repeats the variable `USER`, which
 * services, cron and containers leave out. `uid` is null where users have no numbers.
 */
export function systemUserName(uid: number | null, users: string): string {
  const entry = users
    .split("\n")
    .map((line) => line.split(":"))
    .find(([name, , id]) => name && id === String(uid));
  return entry?.[0] ?? (uid === null ? "operator" : `user ${uid}`);
}

/** Empty where there is no such file. */
function readUsers(): string {
  try {
    return readFileSync(usersFile, "utf8");
  } catch {
    return "";
  }
}

/**
 * How a command says which system user runs it, because the server may run as another. Behind sudo, that is the
 * superuser, and `sudoUser` is the person.
 */
export function operatorHeaders(sudoUser: string | undefined, name = operatorName()): Record<string, string> {
  const isPerson = sudoUser !== undefined && sudoUser !== "" && name === superuser;
  return { [header]: encodeURIComponent(isPerson ? `${sudoUser} (${name})` : name) };
}

/** The user who runs the command. Programs that do not say so count as the user whose process this is. */
export function operatorIn(headers: { get(name: string): string | null }): string {
  const given = headers.get(header);
  if (given === null) return operatorName();
  try {
    return decodeURIComponent(given)
      .replace(/\p{Cc}/gu, "")
      .slice(0, nameLengthMax);
  } catch {
    return operatorName();
  }
}
