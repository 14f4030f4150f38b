import { InvalidArgumentError } from "commander";

/** The value of an option. */
export function parseNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) throw new InvalidArgumentError("It must be a number.");
  return number;
}
