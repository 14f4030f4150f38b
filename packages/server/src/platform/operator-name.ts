import { userInfo } from "node:os";

const header = "Weir-Operator";
const nameLengthMax = 100;

/** The system user who runs this process. A container may run as a user without a name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return "operator";
  }
}

/** How a command says which system user runs it, because the server may run as another. */
export function operatorHeaders(): Record<string, string> {
  return { [header]: encodeURIComponent(operatorName()) };
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
