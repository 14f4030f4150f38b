import { emptyCell } from "./device-table.tsx";

/** An attribute of a device in a table. */
export function AttributeValue({ value }: { readonly value: string | number | boolean | null | undefined }) {
  if (value === undefined || value === null || value === "") return emptyCell;
  return (
    <span className="wrap-break-word">{typeof value === "boolean" ? (value ? "Yes" : "No") : value}</span>
  );
}
