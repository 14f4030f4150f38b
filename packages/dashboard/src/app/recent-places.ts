export interface RecentPlace {
  /** The address of the page, with which it is opened again. */
  readonly address: string;
  readonly label: string;
}

const keptPlaces = 5;

/** Places that were opened by name, the latest first. Each account has its own. */
export function recentPlaces(account: string): readonly RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPlace) : [];
  } catch {
    // The stored text is not ours. The next place overwrites it.
    return [];
  }
}

export function addRecentPlace(account: string, place: RecentPlace): void {
  const others = recentPlaces(account).filter(({ address }) => address !== place.address);
  localStorage.setItem(keyOf(account), JSON.stringify([place, ...others].slice(0, keptPlaces)));
}

function keyOf(account: string): string {
  return `weir.recent.${account}`;
}

function isPlace(kept: unknown): kept is RecentPlace {
  const { address, label } = (kept ?? {}) as Partial<RecentPlace>;
  return typeof address === "string" && address.startsWith("/") && typeof label === "string";
}
