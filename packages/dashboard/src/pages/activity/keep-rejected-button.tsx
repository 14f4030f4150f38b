import { useMutation } from "@tanstack/react-query";
import { call, callVersioned } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

/** Switches the quarantine of a device on. */
export function KeepRejectedButton({ device }: { readonly device: string }) {
  const mayChange = useMay("editor");
  const keep = useMutation({
    mutationFn: async () => {
      const { etag } = await callVersioned("showDevice", { params: { device } });
      const body = { quarantine: true };
      return call("updateDevice", { params: { device }, body, ...(etag === null ? {} : { ifMatch: etag }) });
    },
    onSuccess: async ({ name }) => {
      await refresh("showDevice", "listDevices");
      toast(`Rejected readings of ${name} are kept from now on.`);
    },
    onError: (error) => toast(messageOf(error), "bad"),
  });
  if (!mayChange) return <p>An editor or owner of the account can switch it on in the device’s settings.</p>;
  return (
    <Button isBusy={keep.isPending} onClick={() => keep.mutate()}>
      Keep rejected readings from now on
    </Button>
  );
}
