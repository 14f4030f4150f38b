import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { errorCode } from "../../platform/error-code.ts";

/** The API keys that `weir login` stored, by server address, in a file that only its owner can read. */
export class StoredLogins {
  readonly path: string;

  constructor(env: NodeJS.ProcessEnv) {
    const folder = env.XDG_CONFIG_HOME || env.APPDATA || join(homedir(), ".config");
    this.path = join(folder, "weir", "logins.json");
  }

  keyFor(url: string): string | null {
    return this.#read()[url] ?? null;
  }

  store(url: string, key: string): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ ...this.#read(), [url]: key }, null, 2)}\n`;
    this.#write(text);
  }

  /** Returns whether there was one. */
  forget(url: string): boolean {
    const { [url]: forgotten, ...rest } = this.#read();
    if (forgotten === undefined) return false;
    this.#write(`${JSON.stringify(rest, null, 2)}\n`);
    return true;
  }

  /** The mode of an existing file would stay as it is, so it is set before the keys are in there. */
  #write(text: string): void {
    if (existsSync(this.path)) chmodSync(this.path, 0o600);
    writeFileSync(this.path, text, { mode: 0o600 });
  }

  #read(): Readonly<Record<string, string>> {
    try {
      return JSON.parse(readFileSync(this.path, "utf8")) as Record<string, string>;
    } catch (error) {
      if (errorCode(error) === "ENOENT") return {};
      throw error;
    }
  }
}
