import { fail, type Result, succeed } from "@weir/protocol/result";

/** Reads a file that was exported from the dashboard, such as a chain or a board. The server checks its content. */
export function readExportedFile<Content>(
  text: string,
  { format, what }: { readonly format: string; readonly what: string },
): Result<Content, string> {
  const advice = `Choose a file that was exported from a ${what}.`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail(`This file isn’t JSON. ${advice}`);
  }
  const given = (json ?? {}) as { format?: unknown; name?: unknown };
  if (given.format === format && typeof given.name === "string") return succeed(json as Content);
  return fail(`This file isn’t an exported ${what}. ${advice}`);
}
