const storageKey = "weir.account";

let chosen: string | null = null;

/** The account that the pages show. It is chosen after the sign-in, before any page loads data. */
export function currentAccount(): string {
  if (chosen === null) throw new Error("No account is selected yet.");
  return chosen;
}

export function chooseAccount(uuid: string): void {
  // The account was chosen already, perhaps a different one for the next page.
  if (chosen === uuid) return;
  chosen = uuid;
  chooseAccountOfNextPage(uuid);
}

/** Whether the pages currently show a different account. */
export function isOtherShown(uuid: string): boolean {
  return chosen !== null && chosen !== uuid;
}

/** Keeps this page on the account that it shows. */
export function chooseAccountOfNextPage(uuid: string): void {
  localStorage.setItem(storageKey, uuid);
}

/**
 * The account that this page already shows, even if another page has switched. Otherwise the account that was shown
 * last if it is among `accounts`, or else the first.
 */
export function preferredAccount(uuids: readonly string[]): string | undefined {
  const last = chosen ?? localStorage.getItem(storageKey);
  return last !== null && uuids.includes(last) ? last : uuids[0];
}
