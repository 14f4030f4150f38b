import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fail, type Result, succeed } from "@weir/protocol/result";
import { shown } from "./setting-kinds.ts";

/** The values of a configuration file, not judged yet. `name` is how people know the file, `folder` where it lies. */
export interface ConfigFile {
  readonly name: string;
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const defaultName = "weir.toml";
const fileBytesMax = 64 * 1024;

/**
 * Reads the file that was asked for, which must then exist, or else `weir.toml` in the working directory, which
 * need not. `requestedBy` is the flag or variable that named the file.
 */
export function readConfigFile(
  cwd: string,
  requested: { readonly path: string; readonly requestedBy: string } | null,
): Result<ConfigFile, string> {
  const name = requested?.path ?? defaultName;
  const path = resolve(cwd, name);
  const folder = dirname(path);
  if (requested === null && !existsSync(path)) return succeed({ name, folder, values: {} });

  const where = requested === null ? name : `${requested.requestedBy} ${shown(name)}`;
  const text = readText(path);
  if (!text.ok) return fail(`${where}: ${text.error}`);
  try {
    return succeed({ name, folder, values: Bun.TOML.parse(text.value) as Record<string, unknown> });
  } catch (error) {
    return fail(syntaxProblem(name, text.value, error));
  }
}

function readText(path: string): Result<string, string> {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return fail("this must be a file.");
    if (stat.size > fileBytesMax)
      return fail(`the file must be at most ${fileBytesMax} bytes long, but has ${stat.size}.`);
    return succeed(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return fail("the file does not exist.");
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return fail("the file must be UTF-8 text.");
    return fail(`the file cannot be read (${code ?? String(error)}).`);
  }
}

function syntaxProblem(name: string, text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The parser quotes the text it stumbled over, which may be a secret that should not have been in the file.
  const reason = message
    .replace(/^TOML Parse error: /, "")
    .replace(/: ".*/s, "")
    .replace(/\.$/, "");
  const line = lineOfSyntaxError(text);
  return `${name}${line === null ? "" : `, line ${line}`}: not valid TOML. ${reason}.`;
}

/**
 * The line on which the first broken statement starts. The parser does not tell (the `line` of its error is that of
 * the call in our source), so statements are tried one by one: lines are added until they parse. Null when each
 * statement is fine by itself, as with a key that is given twice; the parser's message names that key.
 */
function lineOfSyntaxError(text: string): number | null {
  let statement = "";
  let startLine = 1;
  for (const [index, line] of text.split("\n").entries()) {
    statement += `${line}\n`;
    if (parses(statement)) {
      statement = "";
      startLine = index + 2;
    }
  }
  return statement === "" ? null : startLine;
}

function parses(text: string): boolean {
  try {
    Bun.TOML.parse(text);
    return true;
  } catch {
    return false;
  }
}
