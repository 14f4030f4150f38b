import { type Refusal, refuse } from "./manage-error.ts";

export function unknownAccount(): Refusal {
  return refuse("unknown_account", "This account does not exist.");
}
