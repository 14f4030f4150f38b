import { fail, type Result, succeed } from "@weir/protocol/result";

export const mailAddressesMax = 10;

/** Parses addresses separated by commas. Display names, quotes and comments are not accepted. */
export function readMailAddresses(text: string): Result<readonly string[], string> {
  const addresses = text.split(",").map((part) => part.trim());
  if (addresses.length > mailAddressesMax)
    return fail(`must have at most ${mailAddressesMax} addresses, not ${addresses.length}`);
  const wrong = addresses.find((address) => !isMailAddress(address));
  if (wrong !== undefined) return fail(`contains "${wrong}", which is not an email address`);
  return succeed([...new Set(addresses)]);
}

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > 64 || text.length > 254) return false;
  const labels = text.slice(at + 1).split(".");
  return localPart.test(text.slice(0, at)) && labels.every((label) => domainLabel.test(label));
}
