import { exactText } from "../../../format/number.ts";
import { emptyCell } from "./device-table.tsx";

/** An attribute of a device in a table. */
export function AttributeValue({ value }: { readonly value: string | number | boolean | null | undefined }) {
  if (value === undefined || value === null || value === "") return emptyCell;
  const text = typeof value === "boolean" ? (value ? "Yes" : "No") : value;
  return <span className="wrap-break-word">{typeof text === "number" ? exactText(text) : text}</span>;
}
