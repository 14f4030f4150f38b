const storageKey = "weir.account";

let chosen: string | null = null;

/** The account that the pages show. It is chosen once somebody is signed in, before any page asks for something. */
export function currentAccount(): string {
  if (chosen === null) throw new Error("No account is chosen yet.");
  return chosen;
}

export function chooseAccount(uuid: string): void {
  chosen = uuid;
  localStorage.setItem(storageKey, uuid);
}

/** The one that was shown last, where it is still among those given; else the first. */
export function preferredAccount(uuids: readonly string[]): string | undefined {
  const last = localStorage.getItem(storageKey);
  return last !== null && uuids.includes(last) ? last : uuids[0];
}
