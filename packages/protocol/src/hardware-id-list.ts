import { hardwareIdPattern } from "./provisioning.ts";

const shape = new RegExp(hardwareIdPattern);

/**
 * Reads hardware ids from the first column of a text, one a line. A heading such as `hardware_id` is left out, and so is what
 * cannot be a hardware id. Each is returned once.
 */
export function readHardwareIds(text: string): string[] {
  const firsts = text
    .split(/\r?\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? "").trim().replaceAll('"', ""));
  const ids = firsts.filter((first, index) => shape.test(first) && !(index === 0 && isHeading(first)));
  return [...new Set(ids)];
}

function isHeading(text: string): boolean {
  return /^(hardware[_-]?ids?|serials?|ids?|mac)$/i.test(text);
}
