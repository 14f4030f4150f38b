import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Flags } from "./page-search.ts";

type Flag = "edit" | "kiosk" | "new";

/** Whether the address has this flag, such as `?kiosk`, and a function that sets or removes it. */
export function useFlag(name: Flag): [isOn: boolean, set: (isOn: boolean) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (isOn: boolean) => {
    const change: Flags<Flag> = { [name]: isOn || undefined };
    void navigate({ to: ".", search: (before: object) => ({ ...before, ...change }), resetScroll: false });
  };
  return [search[name] !== undefined, set];
}
