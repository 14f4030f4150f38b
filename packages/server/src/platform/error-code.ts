/** The code of an error of the system, such as ENOENT, or of a library; null if it has none. Errors from another thread arrive without their class. */
export function errorCode(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}
