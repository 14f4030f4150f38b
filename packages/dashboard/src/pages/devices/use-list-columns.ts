import { useMemo, useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { ChangeDeviceFilter, DeviceFilter } from "./device-filter.ts";
import { type ListColumns, readColumns, writeColumns } from "./list-columns.ts";

export type ChooseColumns = (columns: ListColumns) => void;

/**
 * The columns of the list. This browser keeps them for each person and account, unless the address names some, as that
 * of a saved filter does.
 */
export function useListColumns(
  filter: DeviceFilter,
  onChange: ChangeDeviceFilter,
): readonly [ListColumns, ChooseColumns] {
  const { user, account } = useSession();
  const key = `weir.device-columns.${account.uuid}.${user.uuid}`;
  const [kept, setKept] = useState(() => localStorage.getItem(key) ?? "");
  const text = filter.columns === "" ? kept : filter.columns;
  const columns = useMemo(() => readColumns(text), [text]);
  const choose = (chosen: ListColumns) => {
    const written = writeColumns(chosen);
    localStorage.setItem(key, written);
    setKept(written);
    if (filter.columns !== "") onChange({ columns: "" });
  };
  return [columns, choose];
}
