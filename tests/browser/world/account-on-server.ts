import { WeirInstallation } from "../../harness/weir-installation.ts";
import type { Person } from "./manage-session.ts";

/** An account with an owner and nothing else, on a running server. */
export interface AccountOnServer extends AsyncDisposable {
  readonly url: string;
  /** Owns the account. */
  readonly owner: Person;
  readonly weir: Pick<WeirInstallation, "dataDir" | "untilSettled">;
}

export const solePerson: Person = {
  name: "Ada",
  email: "ada@example.org",
  password: "correct horse battery staple",
};

let shared: Promise<WeirInstallation> | undefined;
let accounts = 0;

/**
 * A new account on the server that the test files of this process share, because a server takes two seconds of CPU time
 * to start. The server ends with the process.
 */
export async function accountOnSharedServer(): Promise<AccountOnServer> {
  shared ??= startShared();
  const weir = await shared;
  const owner = { ...solePerson, email: `ada@${++accounts}.example` };
  await weir.createAccount(owner);
  return { weir, url: weir.url, owner, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** An account on a new server, which no other test uses. */
export async function accountOnServer(
  env: Readonly<Record<string, string>> = {},
): Promise<AccountOnServer & { readonly weir: WeirInstallation }> {
  const weir = new WeirInstallation({ env });
  await weir.createOwner(solePerson);
  await weir.start();
  return { weir, url: weir.url, owner: solePerson, [Symbol.asyncDispose]: () => weir[Symbol.asyncDispose]() };
}

async function startShared(): Promise<WeirInstallation> {
  const weir = new WeirInstallation();
  await weir.createOwner({ email: "operator@example.org", password: solePerson.password });
  await weir.start();
  return weir;
}
