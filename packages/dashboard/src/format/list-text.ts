const list = new Intl.ListFormat("en");

/** "name, group, and tags", within an English sentence. */
export function listText(items: readonly string[]): string {
  return list.format(items);
}
