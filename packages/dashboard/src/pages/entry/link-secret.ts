import { useEffect, useState } from "react";

/**
 * The secret of a link from a mail or the terminal follows the #, which browsers do not send to any server. It stays in
 * the address until it has been used, so that the page can be reloaded. If a newer link is opened in the same tab, only
 * the part after the # changes. Browsers do not reload the page then, so this hook does.
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
