import { useNavigate, useSearch } from "@tanstack/react-router";

/** Whether the address has this flag, such as `?kiosk`, and a function that sets or removes it. */
export function useFlag(name: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (isOn: boolean) => {
    const next = (before: Readonly<Record<string, unknown>>) => ({ ...before, [name]: isOn || undefined });
    void navigate({ to: ".", search: next as never, resetScroll: false });
  };
  return [search[name] !== undefined, set];
}
