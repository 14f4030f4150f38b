import { useEffect, useState } from "react";

/**
 * The secret of a link from a mail or the terminal stands behind its #, which browsers send to nobody. It stays in the
 * address until it has been used, so that the page can be loaded again. A newer link that is opened in the same tab changes
 * nothing else in the address, and browsers then do not load the page again, so this does.
 */
export function useLinkSecret(): string {
  const [secret] = useState(secretInAddress);
  useEffect(() => {
    const loadAgain = () => {
      if (secretInAddress() !== "") location.reload();
    };
    addEventListener("hashchange", loadAgain);
    return () => removeEventListener("hashchange", loadAgain);
  }, []);
  return secret;
}

function secretInAddress(): string {
  return location.hash.slice(1);
}
