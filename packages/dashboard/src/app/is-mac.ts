/** Whether ⌘ does here what Ctrl does elsewhere. */
export function isMac(): boolean {
  return navigator.userAgent.includes("Mac");
}
