import { NotThere } from "../../app/not-there.tsx";

export function NoSuchChain() {
  return <NotThere what="rule chain" all={{ label: "All rule chains", to: "/chains" }} />;
}
