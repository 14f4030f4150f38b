import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/problem.ts";
import { plural } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { saveTextFile } from "../../../ui/save-text-file.ts";
import { toast } from "../../../ui/toast.tsx";
import { type ChosenFile, queryOf } from "./use-device-import.ts";

/** Downloads the lines of a file that cannot be imported, each with the reason. */
export function RestButton({ file: { name, body, template, preview } }: { readonly file: ChosenFile }) {
  const download = useMutation({
    mutationFn: async () => {
      const { csv } = await call("listProblemLines", { query: queryOf(template), body });
      saveTextFile(`${name.replace(/\.csv$/i, "")}-rest.csv`, csv, "text/csv");
    },
    onError: (error) => toast(messageOf(error), "bad"),
  });
  return (
    <Button
      icon={<Download size={15} aria-hidden />}
      isBusy={download.isPending}
      onClick={() => download.mutate()}
    >
      Download the {plural(preview.problem_count, "line")} with problems
    </Button>
  );
}
