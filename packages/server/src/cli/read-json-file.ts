import { chainBytesMax } from "@weir/rule-engine/read-chain";
import { CommandFailure } from "./failure.ts";

/** An indented chain of the largest size takes several times its bytes. */
const fileBytesMax = 8 * chainBytesMax;

/** Reads a file as JSON, or standard input if it is named `-`. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = path === "-" ? await Bun.stdin.text() : await readText(path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandFailure("bad_json", `${path} is not JSON: ${(error as Error).message}.`);
  }
}

async function readText(path: string): Promise<string> {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new CommandFailure("no_file", `The file ${path} does not exist.`);
  if (file.size > fileBytesMax) {
    throw new CommandFailure("file_too_large", `${path} has ${file.size} bytes, too many for a chain.`);
  }
  return file.text();
}
