import { useDeferredValue } from "react";
import { useCall } from "../../api/queries.ts";

/** A hint that another device of the account has this name. Names may repeat, so the hint blocks nothing. */
export function useNamesakeHint(
  name: string,
  {
    isAsked,
    self,
  }: { readonly isAsked: boolean /** UUID of the device that is named. */; readonly self?: string },
): string | undefined {
  const wanted = useDeferredValue(name.trim());
  const { data } = useCall(
    "listDevices",
    { query: { name: wanted, limit: 2 } },
    { enabled: isAsked && wanted !== "" },
  );
  const namesake = data?.items.find(({ uuid }) => uuid !== self);
  if (namesake === undefined) return undefined;
  return `Another device is already named “${namesake.name}”. You can use the name again, but the two will be hard to tell apart.`;
}
