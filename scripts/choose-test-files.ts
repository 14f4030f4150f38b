import { changedFiles } from "./changed-files.ts";
import type { ImportGraph } from "./import-graph.ts";
import { isLongProof, isRandomProof } from "./long-proofs.ts";
import type { TestOptions } from "./test-options.ts";

/** Tests of the repository as a whole: its documents, its commands and the rules for its code. */
const ofRepository = /^tests\/[^/]+$/;

/** The test files of a run. Words choose among all files, so that nobody has to know which command runs one. */
export function chooseTestFiles(
  root: string,
  { faults, changed, words }: TestOptions,
  graph: ImportGraph,
): string[] {
  const files = [...new Bun.Glob("{tests,packages,scripts,bench}/**/*.test.ts").scanSync(root)]
    .filter((file) => !file.includes("node_modules/"))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .filter((file) =>
      faults ? isLongProof(file) || isRandomProof(file, graph) : !isLongProof(file) || words.length > 0,
    )
    .sort((a, b) => a.localeCompare(b));
  if (!changed) return files;
  const wanted = changedFiles(root);
  return files.filter((file) => (!faults && ofRepository.test(file)) || graph.reaches(file, wanted));
}
