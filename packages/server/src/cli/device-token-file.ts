import { type FileHandle, open } from "node:fs/promises";
import { csvRecord, harmlessText } from "@weir/protocol/csv-record";
import { errorCode } from "../platform/error-code.ts";
import { CommandFailure } from "./failure.ts";

interface CreatedDevice {
  readonly name: string;
  readonly uuid: string;
  readonly token: string;
}

const header = csvRecord(["name", "uuid", "token"]);
const lineBreak = "\r\n";

/**
 * The names, UUIDs and tokens of imported devices, as CSV. Only its owner can read the file. Devices are in the file once, in the order
 * of the import, also if the command is interrupted at any time and run again.
 */
export class DeviceTokenFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #uuids: Set<string>;

  private constructor(file: FileHandle, uuids: Set<string>) {
    this.#file = file;
    this.#uuids = uuids;
  }

  /** With `isNew`, no device was created yet, so an existing file is of another import and is not touched. */
  static async open(path: string, { isNew }: { readonly isNew: boolean }): Promise<DeviceTokenFile> {
    const file = await open(path, "ax+", 0o600).catch((error) => {
      if (errorCode(error) !== "EEXIST") throw error;
      return null;
    });
    if (file !== null) {
      await file.appendFile(header);
      return new DeviceTokenFile(file, new Set());
    }
    const existing = await open(path, "r+");
    const text = await existing.readFile("utf8");
    const lines = text.split(lineBreak).slice(0, -1);
    if (!text.startsWith(header) || (isNew && lines.length > 1)) {
      await existing.close();
      const message = `${path} already exists and belongs to something else. Choose another file with --result.`;
      throw new CommandFailure("file_exists", message);
    }
    // A line that was cut short by an interruption is written again.
    const kept = lines.map((line) => line + lineBreak).join("");
    await existing.truncate(Buffer.byteLength(kept));
    await existing.close();
    const uuids = lines.slice(1).map((line) => line.split(",").at(-2)!);
    return new DeviceTokenFile(await open(path, "a"), new Set(uuids));
  }

  /** Resolves when the devices are durable. */
  async add(devices: readonly CreatedDevice[]): Promise<void> {
    const added = devices.filter(({ uuid }) => !this.#uuids.has(uuid));
    await this.#file.appendFile(
      added.map(({ name, uuid, token }) => csvRecord([harmlessText(name), uuid, token])).join(""),
    );
    await this.#file.datasync();
    for (const { uuid } of added) this.#uuids.add(uuid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
