/** Pages that have moved. Bookmarks and links in earlier mails still have their old addresses. */
const movedPages: readonly (readonly [from: RegExp, to: string])[] = [
  [/^\/alarms\/(dead-letters|outbox)\/?$/, "/system/$1"],
  [/^\/settings\/((?:groups|templates|sensor-types)(?:\/[^/]+)?)\/?$/, "/devices/$1"],
  [/^\/settings\/notifications\/?$/, "/alarms/notifications"],
  [/^\/settings\/(limits|audit)\/?$/, "/system/$1"],
  [/^\/settings\/system\/?$/, "/system"],
];

/** The present path of a page that has moved; null if the path is not an old one. */
export function movedPath(path: string): string | null {
  for (const [from, to] of movedPages) if (from.test(path)) return path.replace(from, to);
  return null;
}
