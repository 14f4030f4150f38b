import type { Handling } from "@weir/protocol/contracts";

export const handlingLabels: Readonly<Record<Handling, string>> = {
  strict: "Strict (default)",
  lenient: "Lenient",
};
